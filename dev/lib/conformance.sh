# `dev/conformance`: Spark's own test suites.

suites_home="$root/.okibi/conformance"
suites_pom="$root/dev/lib/conformance/pom.xml"

# Spark's suites, unpacked, and the class path of all that they need.
prepare_suites() {
  build_if suites_are_stale make_suites "$default_line"
}

suites_are_stale() {
  [ "$suites_home/classpath" -nt "$suites_pom" ] && [ "$suites_home/classpath" -nt "$root/pom.xml" ] || return 0
  lacks_an_entry "$suites_home/classpath"
}

make_suites() {
  rm -rf "$suites_home/classes" "$suites_home/stock"
  build_quietly "the class path of Spark's suites" -f "$suites_pom" -Dspark.line="$1" \
    org.apache.maven.plugins:maven-dependency-plugin:unpack-dependencies -DincludeClassifiers=tests -Dmdep.useSubDirectoryPerArtifact=true \
    -DoutputDirectory="$suites_home/classes" -DmarkersDirectory="$suites_home/classes/.markers"
  build_quietly "the class path of Spark's suites" -f "$suites_pom" -Dspark.line="$1" \
    org.apache.maven.plugins:maven-dependency-plugin:build-classpath -DexcludeClassifiers=tests \
    -Dmdep.outputFile="$suites_home/classpath" -Dmdep.regenerateFile=true
}

# The suites of the list, packages replaced by what is in them.
listed_suites() {
  local entry
  sed 's/#.*//' "$root/dev/lib/conformance/suites" | while read -r entry; do
    case "$entry" in
      "") ;;
      *.\*) suites_of_package "${entry%.\*}" ;;
      *) echo "$entry" ;;
    esac
  done
}

suites_of_package() {
  (cd "$suites_home/classes" && find . -path "./*/${1//.//}/*Suite.class" | sed 's:^\./[^/]*/::; s:/:.:g; s:\.class$::' | sort)
}

# `okibi` or `stock`, then suites. Ends with how many tests passed and failed; the exit code is 0 when none failed.
run_suites() {
  local side="$1" suite passed=0 failed=0
  shift
  for suite in "$@"; do
    run_suite "$side" "$suite"
    if [ "$side" = okibi ]; then compare "$suite"; else list "$side" "$suite"; fi
    passed=$((passed + $(count "$side" "$suite" passed)))
    failed=$((failed + bad))
  done
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}

# Runs one suite in a JVM and a folder of its own, with what Spark's build passes to it. Its results are then one test a line: outcome,
# name, message.
run_suite() {
  local side="$1" suite="$2" work="$suites_home/$1/$2" classes plugin=() jar=""
  if [ "$side" = okibi ]; then
    jar="$(echo "$root/spark/plugin/target/$default_line/okibi-spark-$default_line"_*.jar)"
    plugin=(-Dspark.plugins=okibi.spark.OkibiPlugin)
  fi
  rm -rf "$work"
  mkdir -p "$work/tmp" "$work/reports"
  classes="$(echo "$suites_home"/classes/*/ | tr ' ' ':')"
  (cd "$work" && SPARK_TESTING=1 SPARK_LOCAL_IP=127.0.0.1 SPARK_SCALA_VERSION=2.13 "$java" -ea -Xmx3g -Xss4m \
    $(sed -n 's:.*<jvm.opens>\(.*\)</jvm.opens>.*:\1:p' "$root/pom.xml") \
    -Djdk.reflect.useDirectMethodHandle=false -Dio.netty.tryReflectionSetAccessible=true -Djava.awt.headless=true -Djava.io.tmpdir="$work/tmp" \
    -Dspark.testing=1 -Dspark.test.home="$work" -Dspark.ui.enabled=false -Dspark.ui.showConsoleProgress=false \
    -Dspark.master.rest.enabled=false -Dspark.unsafe.exceptionOnMemoryLeak=true -Dspark.hadoop.hadoop.security.key.provider.path=test:/// \
    ${plugin[@]+"${plugin[@]}"} -cp "$classes:${jar:+$jar:}$(cat "$suites_home/classpath")" \
    org.scalatest.tools.Runner -R "$classes" -s "$suite" -u reports -oW) >"$work/log" 2>&1 </dev/null || true
  results_of_reports "$suite" "$work" >"$work/results"
}

# A suite that ends without a report has failed as a whole.
results_of_reports() {
  local report="$2/reports/TEST-$1.xml"
  if [ ! -s "$report" ]; then
    printf 'failed\t(the whole suite)\tit ended without a report, see %s\n' "$2/log"
    return
  fi
  awk -v RS='>' '
    function text(name) {
      if (!match($0, " " name "=\"[^\"]*\"")) return ""
      found = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
      gsub("&#0?10;", " ", found); gsub("&#0?9;", " ", found); gsub("&lt;", "<", found); gsub("&gt;", ">", found)
      gsub("&apos;|&#0?39;", "\047", found); gsub("&quot;", "\"", found); gsub("&amp;", "\\&", found)
      return found
    }
    { gsub(/[ \n\t\r]+/, " ") }
    function flush() { if (test != "") print outcome "\t" test "\t" message }
    /<testcase/ { flush(); test = text("name"); outcome = "passed"; message = "" }
    /<(failure|error)[ >]/ { outcome = "failed"; message = substr(text("message"), 1, 300) }
    /<skipped/ { outcome = "skipped" }
    END { flush() }
  ' "$report"
}

count() {
  grep -c "^$3	" "$suites_home/$1/$2/results" || true
}

# Names of tests that failed, in order.
failures() {
  sed -n 's/^failed	\([^	]*\)	.*/\1/p' "$suites_home/$1/$2/results" | sort -u
}

message() {
  awk -F '\t' -v test="$3" '$1 == "failed" && $2 == test { print $3; exit }' "$suites_home/$1/$2/results"
}

headline() {
  echo "$2: $(count "$1" "$2" passed) of $(($(count "$1" "$2" passed) + $(count "$1" "$2" failed))) passed"
}

# What failed without the plugin. Sets `bad`.
list() {
  local test
  headline "$1" "$2"
  bad="$(count "$1" "$2" failed)"
  failures "$1" "$2" | while read -r test; do echo "  fails: $test: $(message "$1" "$2" "$test")"; done
}

# What failed with the plugin: known and why, also without it, or only with it. Sets `bad` to how many are of the last kind.
compare() {
  local suite="$1" failed known stock="" test
  headline okibi "$suite"
  failed="$(failures okibi "$suite")"
  known="$(exceptions_of "$suite")"
  bad=0
  while read -r test; do
    [ -n "$test" ] || continue
    if grep -qxF -- "$test" <<<"$failed"; then
      echo "  known: $test: $(reason_of "$suite" "$test")"
    else
      echo "  passes, and need not be an exception any more: $test"
    fi
  done <<<"$known"
  while read -r test; do
    if [ -z "$test" ] || grep -qxF -- "$test" <<<"$known"; then continue; fi
    if [ -z "$stock" ]; then
      [ -s "$suites_home/stock/$suite/results" ] || run_suite stock "$suite"
      stock=ran
    fi
    if failures stock "$suite" | grep -qxF -- "$test"; then
      echo "  fails without Okibi too: $test"
    else
      bad=$((bad + 1))
      echo "  fails only with Okibi: $test: $(message okibi "$suite" "$test")"
    fi
  done <<<"$failed"
}

exceptions_of() {
  awk -v suite="$1" '/^#/ { next } /^[^ ]/ { here = ($0 == suite) } here && /^  [^ ]/ { print substr($0, 3) }' "$root/dev/lib/conformance/exceptions"
}

reason_of() {
  awk -v suite="$1" -v test="  $2" '/^[^ ]/ { here = ($0 == suite) } here && found && /^    / { print substr($0, 5); exit } here { found = ($0 == test) }' \
    "$root/dev/lib/conformance/exceptions"
}
