# `dev/conformance`: Spark's own test suites. `line` is the line of Spark.

source "$root/dev/lib/suites.sh"

suite_lines="3.5, 4.0, 4.1" # Those for which Spark's test jars are published.
suites_pom="$root/dev/lib/conformance/pom.xml"
suites_source="$root/dev/lib/conformance/src"
whole_suite="(the whole suite)" # a suite that ends without a report
tpcds_folder="$root/.okibi/conformance/tpcds/folder" # a file with the path of the folder that has a folder for each table
caching="cached " # marks suites before which every table and view is cached

# The line of Spark whose suites run.
use_line() {
  line="$1"
  suites_home="$root/.okibi/conformance/$line"
}

# The suites, unpacked, the class path of all that they need, and what caches tables for them.
prepare_suites() {
  build_if suites_are_stale make_suites "$line"
}

suites_are_stale() {
  [ "$suites_home/classpath" -nt "$suites_pom" ] && [ "$suites_home/classpath" -nt "$root/pom.xml" ] || return 0
  [ -z "$(find "$suites_source" -newer "$suites_home/classpath" -print -quit)" ] || return 0
  lacks_an_entry "$suites_home/classpath"
}

make_suites() {
  local build=(-f "$suites_pom" -Dspark.line="$1") dependencies=org.apache.maven.plugins:maven-dependency-plugin
  rm -rf "$suites_home/classes" "$suites_home/stock"
  build_quietly "the suites of Spark $1" "${build[@]}" compile "$dependencies:unpack-dependencies" -DincludeClassifiers=tests \
    -Dmdep.useSubDirectoryPerArtifact=true -DoutputDirectory="$suites_home/classes" -DmarkersDirectory="$suites_home/classes/.markers"
  build_quietly "the class path of the suites of Spark $1" "${build[@]}" "$dependencies:build-classpath" -DexcludeClassifiers=tests \
    -Dmdep.outputFile="$suites_home/classpath" -Dmdep.regenerateFile=true
  # Where Spark's source tree has what the suites read by path.
  link_resources core core
  link_resources sql sql/core
  link_resources catalyst sql/catalyst
}

# An artifact of Spark, and its folder in Spark's source tree.
link_resources() {
  local folder="$suites_home/tree/$2/src/test"
  mkdir -p "$folder"
  ln -sfn "$(echo "$suites_home/classes/spark-$1"_*-tests-jar)" "$folder/resources"
}

# The tables of TPC-DS that suites of Spark read, at scale factor 1, and the answers of stock Spark on them: the answers that Spark
# publishes are of tables made by another program. The bench of the default line makes the tables for all lines.
prepare_tpcds() {
  local answers="$suites_home/classes/.tpcds-answers"
  [ -s "$tpcds_folder" ] || make_tpcds
  [ -f "$answers" ] && [ "$answers" -nt "$tpcds_folder" ] && return
  SPARK_GENERATE_GOLDEN_FILES=1 run_group stock org.apache.spark.sql.TPCDSQueryTestSuite
  [ -z "$(failures stock org.apache.spark.sql.TPCDSQueryTestSuite)" ] || return 1
  touch "$answers"
}

make_tpcds() {
  local folder="$(dirname "$tpcds_folder")"
  build_suites "$default_line" bench
  mkdir -p "$folder"
  echo "okibi: making the tables of TPC-DS; the log is $folder/log" >&2
  (run_in_module bench "$default_line" okibi.bench.query.tpcds.TpcdsFilesMain "$folder") 2>"$folder/log" >"$tpcds_folder.made"
  mv "$tpcds_folder.made" "$tpcds_folder"
}

# The suites of the list, packages replaced by what is in them; with `quick`, those with this mark only. Each keeps its mark `cached`.
listed_suites() {
  local entry mark suite
  sed 's/#.*//' "$root/dev/lib/conformance/suites" | while read -r entry; do
    mark=""
    case "$entry" in
      "") continue ;;
      "quick "*) entry="${entry#quick }" ;;
      *) [ "${1-}" != quick ] || continue ;;
    esac
    case "$entry" in "$caching"*) mark="$caching" entry="${entry#"$caching"}" ;; esac
    case "$entry" in
      *.\*) suites_of_package "${entry%.\*}" ;;
      *) echo "$entry" ;;
    esac | while read -r suite; do
      # Older lines of Spark lack some.
      if [ -n "$(find "$suites_home/classes" -path "*/${suite//.//}.class" -print -quit)" ]; then echo "$mark$suite"; fi
    done
  done
}

suites_of_package() {
  (cd "$suites_home/classes" && find . -path "./*/${1//.//}/*Suite.class" | sed 's:^\./[^/]*/::; s:/:.:g; s:\.class$::' | sort)
}

# `okibi` or `stock`, then suites. Ends with how many tests passed and failed; the exit code is 0 when none failed. With Okibi, each
# suite gets a line in the file `summary`: the suite, and how many tests passed, are exceptions, fail without Okibi too, failed.
run_suites() {
  local side="$1" suite passed=0 failed=0 bad=0 excepted=0 alike=0 missing=()
  shift
  for suite in "$@"; do
    if ! { ${resumes:-false} && has_results "$side" "$suite"; }; then missing+=("$suite"); fi
  done
  [ ${#missing[@]} -eq 0 ] || run_in_groups "$side" "${missing[@]}"
  : >"$suites_home/summary"
  for suite in "$@"; do
    if [ "$side" = okibi ]; then compare "$suite"; else list "$side" "$suite"; fi
    passed=$((passed + $(count "$side" "$suite" passed)))
    failed=$((failed + bad))
    printf '%s\t' "$suite" "$(count "$side" "$suite" passed)" "$excepted" "$alike" >>"$suites_home/summary"
    echo "$bad" >>"$suites_home/summary"
  done
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}

# `okibi` or `stock`, then suites. Suites of a group share a JVM, as in Spark's own build, except those that cache all tables. Two groups
# run at a time: a suite keeps one core busy.
run_in_groups() {
  local side="$1" suite group=()
  shift
  case "$*" in *.TPCDS*) prepare_tpcds ;; esac
  for suite in "$@" ""; do
    case "$suite" in
      "" | "$caching"*) ;;
      *)
        group+=("$suite")
        [ ${#group[@]} -ge 3 ] || continue
        ;;
    esac
    [ ${#group[@]} -eq 0 ] || start_group "$side" "${group[@]}"
    group=()
    case "$suite" in "$caching"*) start_group "$side" "$suite" ;; esac
  done
  wait
}

start_group() {
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || true; done
  run_group "$@" &
}

# Runs suites in one JVM, in the folder of the first, with what Spark's build passes to it. The results of each are then one test a line:
# outcome, name, message. `tests`, if set, are the only tests of one suite that run.
run_group() {
  local side="$1" work classes suite test chosen=() options=() jar="" start=$SECONDS
  shift
  work="$(folder_of "$side" "$1")"
  if [ "$side" = okibi ]; then
    jar="$(jar_of "$line")"
    options+=(-Dspark.plugins=okibi.spark.OkibiPlugin)
  fi
  case "$*" in *.TPCDS*) export SPARK_TPCDS_DATA="$(cat "$tpcds_folder")" ;; esac
  # Their queries run for minutes, which the second compiler makes shorter.
  case "$1" in "$caching"*) options+=(-Dspark.sql.extensions=okibi.conformance.CachingExtension -XX:TieredStopAtLevel=4) ;; esac
  for suite in "$@"; do
    rm -rf "$(folder_of "$side" "$suite")"
    mkdir -p "$(folder_of "$side" "$suite")"
    chosen+=(-s "${suite#"$caching"}")
  done
  for test in ${tests[@]+"${tests[@]}"}; do chosen+=(-t "$test"); done
  mkdir -p "$work/tmp" "$work/reports"
  classes="$(echo "$suites_home"/classes/*/ | tr ' ' ':')"
  (cd "$work" && SPARK_TESTING=1 SPARK_LOCAL_IP=127.0.0.1 SPARK_SCALA_VERSION=2.13 "$java" -ea -Xmx3g -Xss4m \
    $jvm_brief $jvm_opens \
    -Djdk.reflect.useDirectMethodHandle=false -Dio.netty.tryReflectionSetAccessible=true -Djava.awt.headless=true -Djava.io.tmpdir="$work/tmp" \
    -Dspark.testing=1 -Dspark.test.home="$suites_home/tree" -Dspark.ui.enabled=false -Dspark.ui.showConsoleProgress=false \
    -Dspark.master.rest.enabled=false -Dspark.unsafe.exceptionOnMemoryLeak=true -Dspark.hadoop.hadoop.security.key.provider.path=test:/// \
    ${options[@]+"${options[@]}"} -cp "$classes:${jar:+$jar:}$root/dev/lib/conformance/target/$line/classes:$(cat "$suites_home/classpath")" \
    org.scalatest.tools.Runner -R "$classes" "${chosen[@]}" -u reports -oW) >"$work/log" 2>&1 </dev/null || true
  for suite in "$@"; do
    results_of_reports "${suite#"$caching"}" "$work" >"$(folder_of "$side" "$suite")/results"
    echo "ran with $side: $(headline "$side" "$suite")"
  done
  echo "ran $# suites in $((SECONDS - start)) s"
}

# Whether a suite has run to its end with the plugin as it is now.
has_results() {
  local results jar
  results="$(folder_of "$1" "$2")/results"
  jar="$(jar_of "$line")"
  [ -s "$results" ] && { [ "$1" = stock ] || [ "$results" -nt "$jar" ]; }
}

# `okibi` or `stock`, and a suite with or without its mark.
folder_of() {
  echo "$suites_home/$1/${2// /-}"
}

# A suite that ends without a report has failed as a whole.
results_of_reports() {
  local report="$2/reports/TEST-$1.xml"
  if [ ! -s "$report" ]; then
    printf 'failed\t%s\tit ended without a report, see %s\n' "$whole_suite" "$2/log"
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
  grep -c "^$3	" "$(folder_of "$1" "$2")/results" || true
}

# Names of tests that failed, in order.
failures() {
  sed -n 's/^failed	\([^	]*\)	.*/\1/p' "$(folder_of "$1" "$2")/results" | sort -u
}

message() {
  awk -F '\t' -v test="$3" '$1 == "failed" && $2 == test { print $3; exit }' "$(folder_of "$1" "$2")/results"
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

# What failed with the plugin: known and why (`excepted`), also without it (`alike`), or only with it (`bad`), each a count.
compare() {
  local suite="$1" failed known test tests=()
  headline okibi "$suite"
  failed="$(failures okibi "$suite")"
  known="$(exceptions_of "$suite")"
  bad=0 excepted=0 alike=0
  while read -r test; do
    [ -n "$test" ] || continue
    if grep -qxF -- "$test" <<<"$failed"; then
      excepted=$((excepted + 1))
      echo "  known: $test: $(reason_of "$suite" "$test")"
    else
      echo "  passes, and need not be an exception any more: $test"
    fi
  done <<<"$known"
  while read -r test; do
    if [ -n "$test" ] && ! grep -qxF -- "$test" <<<"$known"; then tests+=("$test"); fi
  done <<<"$failed"
  [ ${#tests[@]} -gt 0 ] || return 0
  if [ "${tests[0]}" = "$whole_suite" ]; then
    (tests=() && run_group stock "$suite")
  else
    run_group stock "$suite"
  fi
  for test in "${tests[@]}"; do
    if grep -qxF -- "$test" <<<"$(failures stock "$suite")"; then
      alike=$((alike + 1))
      echo "  fails without Okibi too: $test"
    else
      bad=$((bad + 1))
      echo "  fails only with Okibi: $test: $(message okibi "$suite" "$test")"
    fi
  done
}

exceptions_of() {
  awk -v suite="$1" '/^#/ { next } /^[^ ]/ { here = ($0 == suite) } here && /^  [^ ]/ { print substr($0, 3) }' "$root/dev/lib/conformance/exceptions"
}

reason_of() {
  awk -v suite="$1" -v test="  $2" '/^[^ ]/ { here = ($0 == suite) } here && found && /^    / { print substr($0, 5); exit } here { found = ($0 == test) }' \
    "$root/dev/lib/conformance/exceptions"
}

# Keeps the summary of a whole run, and writes docs/conformance.md.
record_summary() {
  { echo "Spark $(sed -n 's:.*/spark-sql_[0-9.]*/\([0-9.]*\)/.*:\1:p' "$suites_home/classpath"), $(date -u +%F)"
    cat "$suites_home/summary"; } >"$root/dev/lib/conformance/results-$line"
  render_conformance >"$root/docs/conformance.md"
}

# docs/conformance.md: what the last whole run of each line gave, and the exceptions with their reasons.
render_conformance() {
  local results
  cat <<END
# Spark's own tests with Okibi on

Spark publishes its test suites. \`dev/conformance\` runs those that use what Okibi replaces, with the plugin on, and those tests that fail
again without the plugin. \`dev/conformance\` wrote this page.

- *exceptions*: tests that do not pass with Okibi, each with its reason below.
- *fail in stock too*: tests that fail without the plugin in the same way, most because they read files of Spark's source tree.
- *with tables cached*: every table and every view is cached before the first query that reads it. Spark's golden files hold the answers.
END
  for results in "$root"/dev/lib/conformance/results-*; do
    awk -F '\t' '
      NR == 1 { print "\n## " $0 "\n\n| suite | passed | exceptions | fail in stock too | fail with Okibi only |\n|---|--:|--:|--:|--:|"; next }
      { name = $1; cached = sub(/^cached /, "", name); sub(/^org[.]apache[.]spark[.]/, "", name)
        print "| `" name "`" (cached ? " with tables cached" : "") " | " $2 " | " $3 " | " $4 " | " $5 " |"
        for (i = 2; i <= 5; i++) sum[i] += $i }
      END { print "| all | " sum[2] " | " sum[3] " | " sum[4] " | " sum[5] " |" }' "$results"
  done
  printf '\n## Exceptions\n'
  awk '/^#/ { next } /^    / { print "  " substr($0, 5); next } /^  / { print "- " substr($0, 3) ":"; next }
    { name = $0; cached = sub(/^cached /, "", name); print "\n`" name "`" (cached ? " with tables cached" : "") "\n" }' "$root/dev/lib/conformance/exceptions"
}
