# `okibi test`: every test on the default line of Spark, what differs on 3.5, and a program on the other lines and in other Javas;
# `--quick` leaves out what starts processes; `--only SUITE` runs one suite. `dev/matrix`: every test of the plugin on the other lines,
# and a part with other Javas.

source "$root/dev/lib/python.sh"
source "$root/dev/lib/smoke.sh"

broken_builds=0
sparks_passed=0 # of Spark's own tests
sparks_failed=0

# The suites that run on 3.5 too: each loads the plugin into Spark, or stands on classes that Spark changes from line to line.
smoke_suites=(
  CodecRoundTripSuite LoaderSuite LoggedEventsSuite ReuseListenerSuite PlanServerSuite OkibiTabSuite
  BatchRoundTripSuite CachedTableSuite CutLawsSuite PlannerStatisticsSuite PlanSuite RandomQueriesSuite SparkSettingsSuite
  ArrowCollectorSuite CheckpointSuite DamagedBlockSuite InstallSuite RandomProgramsSuite SerializerTransportSuite SteppingAsideSuite
)
smoke_cluster_suites=(StandaloneClusterSuite HistoryServerClusterSuite)
smoke_cells=(3.5-scala-2.13 4.0 4.2 4.1/21 4.2/25) # Lines and Javas on which one program shows that the plugin works.

# The arguments of `okibi test`. Ends with `N passed, N failed`; the exit code is 0 when none failed.
run_tests() {
  clear_reports
  case "${1-}" in
    --quick) test_quick ;;
    --only) test_only "${@:2}" ;;
    *) test_all ;;
  esac
  sum_up
}

test_all() {
  local plugin smoke clusters
  plugin="$(list_of "${plugin_modules[@]}")"
  smoke="$(list_of "${smoke_suites[@]}")"
  clusters="$(list_of "${smoke_cluster_suites[@]}")"
  # Modules that do not use each other run side by side: their suites often wait for processes that they start. Random cases are other
  # ones in every run: a tenth of them here, all of them in `dev/draws`.
  test_step "Spark 4.1, every module" -Dokibi.cases=0.1 -T 2 verify
  test_step "Spark 3.5, a part of the plugin's suites" -Dspark.line=3.5 -Dokibi.cases=0.02 -T 2 -pl "$plugin" verify \
    -Dtest="$smoke" -Dit.test="$clusters" -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
  test_smokes "${smoke_cells[@]}"
  test_step "Spark 4.0 compiles" -T 2 -Dspark.line=4.0 -Dmaven.test.skip=true package # After the program on 4.0, which packages most of it.
  test_sparks_suites
}

# What another Java could break: mapped memory, reflection into Spark and the JDK, generated code. No clusters: workers of Spark start
# executors with a module (jdk.incubator.vector) that the Javas of the package lack.
java_suites=(
  BatchRoundTripSuite CachedTableSuite CodecRoundTripSuite InstallSuite LoaderSuite RandomProgramsSuite RandomQueriesSuite
  ResidentTableSuite StoreDifferentialSuite StoreStressSuite
)

# Lines of Spark, each alone or with a slash and the version of a Java: `4.1`, `4.1/21`. Ends with a table and `N passed, N failed`.
test_cells() {
  local cell line version other_java title passed failed skipped all_passed=0 all_failed=0 rows=""
  local what=() of_java=(-Dtest="$(list_of "${java_suites[@]}")" -DskipITs -Dsurefire.failIfNoSpecifiedTests=false)
  for cell in "$@"; do
    IFS=/ read -r line version <<<"$cell"
    title="Spark $line, every suite of the plugin"
    what=(-Dokibi.cases=0.25)
    if [ -n "$version" ]; then
      title="Spark $line, Java $version, a part of the plugin's suites"
      other_java="$(java_of_package "$version")"
      what=(-Djvm="$other_java" -Dokibi.cases=0.1 "${of_java[@]}")
    fi
    clear_reports
    broken_builds=0
    test_step "$title" $(choice_of "$line") "${what[@]}" -T 2 -pl "$(list_of "${plugin_modules[@]}")" verify
    passed="$(count_tests passed)"
    failed=$(($(count_tests failed) + broken_builds))
    skipped="$(count_tests skipped)"
    if [ "$cell" = "$default_line/21" ]; then
      if run_demo "$other_java"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    fi
    [ "$failed" -eq 0 ] || list_failures
    rows+="| $line | ${version:-of this machine} | $passed | $failed | $skipped |"$'\n'
    all_passed=$((all_passed + passed))
    all_failed=$((all_failed + failed))
  done
  printf '\n| Spark | Java | passed | failed | skipped |\n|---|---|---|---|---|\n%s%s passed, %s failed\n' "$rows" "$all_passed" "$all_failed"
  [ "$all_failed" -eq 0 ]
}

# The demo at its smallest in a Java. Its children run in the same one.
run_demo() {
  local log="$root/.okibi/demo.log"
  build_cli "$default_line"
  echo "== the demo, scale tiny, in $1"
  if ! "$1" -Dokibi.root="$root" -Dokibi.version="$okibi_version" -Dokibi.columns=0 -cp "$(cli_classpath "$default_line")" okibi.cli.Main \
    demo --scale tiny >"$log" 2>&1; then
    tail -n 20 "$log"
    echo "failed: the demo; the log is $log"
    return 1
  fi
  grep '^|' "$log" || true
}

# Words with commas between them.
list_of() {
  local IFS=,
  echo "$*"
}

# Those of Spark's own suites that use most of what Okibi replaces; `dev/conformance` runs all.
test_sparks_suites() {
  local start=$SECONDS suites
  echo "== Spark's own suites, with the plugin"
  use_line "$default_line"
  # In a shell of its own, which ends when a build fails.
  if ! (prepare_suites && build_jar "$default_line"); then
    broken_builds=$((broken_builds + 1))
    return
  fi
  mapfile -t suites < <(listed_suites quick)
  run_suites okibi "${suites[@]}" || true
  sparks_passed=$(($(cut -f 2 "$suites_home/summary" | paste -sd +)))
  sparks_failed=$(($(cut -f 5 "$suites_home/summary" | paste -sd +)))
  echo "== Spark's own suites, with the plugin: $((SECONDS - start)) s"
}

# Suites that start a cluster or a child JVM have JUnit's category java.lang.Process.
test_quick() {
  test_step "Spark 4.1, what starts no process" -T 2 -Dokibi.cases=0.01 -DexcludedGroups=java.lang.Process -DskipITs \
    -Dsurefire.failIfNoSpecifiedTests=false verify
}

test_only() {
  local name="$1" line="$default_line" file module
  shift
  if [ $# -gt 0 ]; then
    [ "$1" = --line ] || test_fail "--only $name $*: unknown argument. Allowed: --line LINE."
    check_line "test --only $name --line" "$spark_lines" "${@:2}"
    line="$2"
  fi
  file="$(suite_file "$name")"
  [ -n "$file" ] || test_fail "--only $name: no such suite. Allowed: the name of a class below src/test of any module, StatsSuite say."
  module="${file%%/src/*}"
  case "$name" in
    *ClusterSuite)
      if [ "$module" = spark/plugin ]; then
        test_step "$name, Spark $line" $(choice_of "$line") -pl "$module" -am verify -Dtest=NoSuite -Dit.test="$name" \
          -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
        return
      fi
      ;;
  esac
  test_step "$name, Spark $line" $(choice_of "$line") -pl "$module" -am verify -DskipITs -Dtest="$name" \
    -Dsurefire.failIfNoSpecifiedTests=false
}

test_fail() {
  echo "okibi test: $1" >&2
  exit 2
}

# A title, then Maven's arguments. A module that fails does not keep the modules that depend on it from being tested. A module
# that fails without a failed test, because it does not compile or a JVM crashed, counts as one failure.
test_step() {
  local title="$1" before log="$root/.okibi/test.log" start=$SECONDS
  shift
  echo "== $title"
  mkdir -p "$root/.okibi"
  before="$(count_tests failed)"
  if ! run_maven --fail-never --no-transfer-progress "$@" </dev/null | tee "$log" || grep -q ' FAILURE \[' "$log"; then
    if [ "$(count_tests failed)" = "$before" ]; then
      broken_builds=$((broken_builds + 1))
      echo "okibi: '$title' ended badly; Maven's output is above" >&2
    fi
  fi
  echo "== $title: $((SECONDS - start)) s"
}

# Those of earlier runs.
clear_reports() {
  find "$root" -path '*-reports/TEST-*.xml' -not -path "$root/.okibi/*" -delete
}

# The opening tag of each report of surefire and failsafe, with its file: `FILE:<testsuite ...`.
reports() {
  find "$root" -path '*-reports/TEST-*.xml' -not -path "$root/.okibi/*" -exec grep -H -m 1 '<testsuite ' {} +
}

# passed, failed or skipped, over all reports.
count_tests() {
  reports | awk -v wanted="$1" '
    function number(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0 }
    { tests += number("tests"); failed += number("failures") + number("errors"); skipped += number("skipped") }
    END { print wanted == "passed" ? tests - failed - skipped : wanted == "failed" ? failed + 0 : skipped + 0 }'
}

# The failed tests, one a line: Spark line, suite, test, message.
list_failures() {
  find "$root" -path '*-reports/TEST-*.xml' -not -path "$root/.okibi/*" -exec awk '
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

# The ten suites that took longest, one a line: seconds, Spark line, suite.
list_longest() {
  reports | awk '{
    split($0, path, "/target/"); match($0, " name=\"[^\"]*\""); name = substr($0, RSTART + 7, RLENGTH - 8)
    sub(".*[.]", "", name); match($0, " time=\"[0-9.,]*\""); time = substr($0, RSTART + 7, RLENGTH - 8); gsub(",", "", time)
    printf "%7.0f s  Spark %s  %s\n", time, substr(path[2], 1, 3), name
  }' | sort -rn | sed -n 1,10p
}

sum_up() {
  local passed failed skipped
  passed=$(($(count_tests passed) + sparks_passed + smokes_passed))
  failed=$(($(count_tests failed) + broken_builds + sparks_failed + smokes_failed))
  skipped=$(($(count_tests skipped) + smokes_skipped))
  echo "== the longest suites, $SECONDS s in all"
  list_longest
  [ "$failed" -eq 0 ] || list_failures
  if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
  else
    echo "$passed passed, $failed failed"
  fi
  [ "$failed" -eq 0 ]
}
