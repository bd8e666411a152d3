# `okibi test`: every test, on every line of Spark.

broken_builds=0

# Ends with `N passed, N failed`; the exit code is 0 when none failed.
run_tests() {
  local plugin
  plugin="$(IFS=,; echo "${plugin_modules[*]}")"
  find "$root" -path '*-reports/TEST-*.xml' -delete
  test_step "Spark 4.1, every module" verify
  # What is drawn at random is drawn in full above; here a part of it shows that the second line does the same.
  test_step "Spark 3.5, the plugin" -Dspark.line=3.5 -Dokibi.cases=0.25 -pl "$plugin" verify
  # Modules side by side: nothing is measured or timed there.
  test_step "Spark 4.0 compiles" -T 2 -Dspark.line=4.0 compile
  test_step "Spark 4.2, the plugin compiles" -T 2 -Dspark.line=4.2 -pl "$plugin" compile
  sum_up
}

# A title, then Maven's arguments. A module that fails does not keep those that depend on it from being tested. One that fails
# without a failed test, because it does not compile or its JVM crashed, counts as one failure.
test_step() {
  local title="$1" before log="$root/.okibi/test.log"
  shift
  echo "== $title"
  mkdir -p "$root/.okibi"
  before="$(count_tests failed)"
  if ! run_maven --fail-never --no-transfer-progress "$@" </dev/null | tee "$log" || grep -q ' FAILURE \[' "$log"; then
    [ "$(count_tests failed)" = "$before" ] || return 0
    broken_builds=$((broken_builds + 1))
    echo "okibi: '$title' ended badly; Maven's output is above" >&2
  fi
}

# passed, failed or skipped, over the reports of surefire and failsafe.
count_tests() {
  local plugin
  plugin="$(IFS=,; echo "${plugin_modules[*]}")"
  find "$root" -path '*-reports/TEST-*.xml' -exec sed -n '/<testsuite /{p;q}' {} \; | awk -v wanted="$1" '
    function number(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0 }
    { tests += number("tests"); failed += number("failures") + number("errors"); skipped += number("skipped") }
    END { print wanted == "passed" ? tests - failed - skipped : wanted == "failed" ? failed + 0 : skipped + 0 }'
}

# The tests that failed, one a line: Spark line, suite, test, message. What says why is a thousand lines above the last one.
list_failures() {
  find "$root" -path '*-reports/TEST-*.xml' -exec awk '
    function text(name) {
      if (!match($0, " " name "=\"[^\"]*\"")) return ""
      found = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
      gsub("&#10;", " ", found); gsub("&lt;", "<", found); gsub("&gt;", ">", found)
      gsub("&apos;", "\047", found); gsub("&quot;", "\"", found); gsub("&amp;", "\\&", found)
      return found
    }
    /<testcase / { test = text("classname") ": " text("name") }
    /<(failure|error)[ >]/ { split(FILENAME, path, "/target/"); print "failed: Spark " substr(path[2], 1, 3) ": " test ": " substr(text("message"), 1, 500) }
  ' {} +
}

sum_up() {
  local passed failed skipped
  passed="$(count_tests passed)"
  failed=$(($(count_tests failed) + broken_builds))
  skipped="$(count_tests skipped)"
  [ "$failed" -eq 0 ] || list_failures
  if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
  else
    echo "$passed passed, $failed failed"
  fi
  [ "$failed" -eq 0 ]
}
