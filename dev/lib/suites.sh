# Runs classes of a module's tests in a JVM of their own, without Maven, as surefire runs suites.

jvm_opens="$(property_of_pom jvm.opens)"
jvm_brief="$(property_of_pom tests.jvm)" # for JVMs that live for minutes, two at a time

# The line of Spark, and modules. Suites on a cluster submit the plugin's jar, so that the modules are packaged.
build_suites() {
  local line="$1"
  shift
  build_quietly "the suites" $(choice_of "$line") -DskipTests -pl "$(printf '%s\n' "$@" | sort -u | paste -sd ,)" -am package \
    dependency:build-classpath -Dmdep.includeScope=test -Dmdep.outputFile='${project.build.directory}/test-classpath'
}

# Names of suites. Sets module_of and class_of for each. Ends the lane when there is no such suite.
find_suites() {
  local suite file
  declare -gA module_of class_of
  for suite in "$@"; do
    file="$(suite_file "$suite")"
    [ -n "$file" ] || lane_fail "$suite: no such suite. Allowed: the name of a class below src/test of any module, StatsSuite say."
    module_of[$suite]="${file%%/src/*}"
    class_of[$suite]="$(sed -n 's/^package //p' "$root/$file" | paste -sd .).$suite"
  done
}

# The class path of a tool that a lane runs besides the suites, from dev/lib/NAME/pom.xml.
tool_classpath() {
  build_if tool_is_stale make_tool "$1"
  cat "$root/.okibi/$1/classpath"
}

tool_is_stale() {
  ! [ "$root/.okibi/$1/classpath" -nt "$root/dev/lib/$1/pom.xml" ] || lacks_an_entry "$root/.okibi/$1/classpath"
}

make_tool() {
  build_quietly "the class path of dev/$1" -f "$root/dev/lib/$1/pom.xml" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile="$root/.okibi/$1/classpath" -Dmdep.regenerateFile=true
}

# The module, the line, options of the JVM, the class, and the arguments of the class. `more_classpath`, if set, comes first.
run_in_module() {
  local made="$root/$1/target/$2" plugin="$root/spark/plugin/target/$2" line="$2" jar
  cd "$root/$1"
  shift 2
  mkdir -p "$made/tmp"
  jar="$(jar_of "$line")"
  # shellcheck disable=SC2086 # options of the JVM
  SPARK_LOCAL_IP=127.0.0.1 "$java" -Xmx2g $jvm_brief $jvm_opens \
    -Djava.net.preferIPv4Stack=true -Djava.io.tmpdir="$made/tmp" -Dokibi.root="$root" -Dokibi.spark.line="${line%%-*}" \
    -Dokibi.jvm.opens="$jvm_opens" -Dokibi.scala.binary="$(basename "$jar" .jar | sed 's/.*_//')" -Dokibi.jar="$jar" \
    -Dokibi.work="$plugin/cluster" -Dokibi.test.classes="$made/test-classes" \
    -cp "${more_classpath:+$more_classpath:}$made/test-classes:$made/classes:$(cat "$made/test-classpath")" "$@"
}

# Runs a suite that find_suites found: its name, the line, a log, and options of the JVM. When it fails, shows where.
run_found_suite() {
  local suite="$1" line="$2" log="$3"
  shift 3
  if ! (run_in_module "${module_of[$suite]}" "$line" "$@" org.junit.runner.JUnitCore "${class_of[$suite]}") >"$log" 2>&1; then
    echo "failed: $suite: $log"
    grep -m 3 -A 1 '^[0-9]*) ' "$log" || tail -n 3 "$log"
    return 1
  fi
}
