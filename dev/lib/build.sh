# Builds with Maven, only what changed and only when it changed. Every build packages the modules: a module that finds another as a jar
# now and as a class folder then would be compiled each time.

default_line=4.1
spark_lines="3.5, 3.5-scala-2.13, 4.0, 4.1, 4.2" # Folders below target; 3.5 is with Scala 2.12.
job_lines="4.0, 4.1" # Those for which all that the bench needs is published.
plugin_modules=(core explain/findings spark/shims spark/cache spark/observe spark/index spark/sql spark/comet spark/python spark/ui spark/plugin)

# A property of the parent pom.
property_of_pom() {
  sed -n "s:.*<$1>\(.*\)</$1>.*:\1:p" "$root/pom.xml"
}

okibi_version="$(property_of_pom revision)"

# Maven of PATH when it is 3.6.3 or later, else the one that the wrapper downloads.
run_maven() {
  if maven_is_usable; then
    (cd "$root" && mvn -B "$@")
  else
    local path="$PATH"
    command -v unzip >/dev/null || path="$root/.mvn/wrapper/bin:$PATH"
    (cd "$root" && PATH="$path" "$root/mvnw" -B "$@")
  fi
}

maven_is_usable() {
  local version
  version="$(mvn --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p' | sed -n 1p)" || return 1
  [ -n "$version" ] && [ "$(printf '%s\n' 3.6.3 "$version" | sort -V | sed -n 1p)" = 3.6.3 ]
}

# What chooses a line of Spark, for Maven.
choice_of() {
  echo "-Dspark.line=${1%%-*}"
  case "$1" in *-scala-*) echo "-P${1#*-}" ;; esac
}

# The plugin's jar for a line of Spark.
jar_of() {
  echo "$root/spark/plugin/target/$1/okibi-spark-${1%%-*}_"*.jar
}

# Maven's arguments that list the parts of what is built, as CycloneDX has them.
list_of_parts=(org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeAggregateBom -DincludeProvidedScope=false -DincludeTestScope=false -DoutputFormat=json)

# A file, then module folders. Succeeds when the file is not there or something in the modules' sources is newer:
# files, and folders for what was deleted. A build that was interrupted leaves its mark, and may have left half a tree.
is_stale() {
  local file="$1" module
  shift
  [ -f "$file" ] && [ ! -e "$root/.okibi/building" ] || return 0
  for module in "" "$@"; do
    [ -z "$(find "$root/$module/pom.xml" "$root/$module/src/main" -newer "$file" -print -quit 2>/dev/null)" ] || return 0
  done
  return 1
}

# A file with a class path. Succeeds when something of it cannot be read: Maven's repository was cleaned, say.
lacks_an_entry() {
  local IFS=: entry
  [ -s "$1" ] || return 0
  for entry in $(cat "$1"); do
    [ -r "$entry" ] || return 0
  done
  return 1
}

# The command line and all it stands on, as class folders, for a line of Spark.
build_cli() {
  build_if cli_is_stale make_cli "$1"
}

cli_is_stale() {
  local made="$root/cli/target/$1"
  [ ! -d "$made/classes" ] || is_stale "$made/classpath" "${plugin_modules[@]}" mapreduce report explain/reports bench cli || lacks_an_entry "$made/classpath"
}

make_cli() {
  local what="the command line"
  [ "$1" = "$default_line" ] || what="the jobs for Spark $1"
  build_quietly "$what" -Plauncher -Dspark.line="$1" -Dmaven.test.skip=true -pl cli -am package
  # Class folders, not jars.
  sed -i "s|\(/target/$1\)/okibi-[^/:]*\.jar|\1/classes|g" "$root/cli/target/$1/classpath"
  touch -r "$root/.okibi/build.start" "$root/cli/target/$1/classpath"
}

# The class path of what build_cli makes.
cli_classpath() {
  echo "$root/cli/target/$1/classes:$(cat "$root/cli/target/$1/classpath")"
}

# Builds that jar.
build_jar() {
  build_if jar_is_stale make_jar "$1"
}

jar_is_stale() {
  is_stale "$(jar_of "$1")" "${plugin_modules[@]}"
}

# A line of Spark, and what else Maven does in the modules of the plugin.
make_jar() {
  build_quietly "the plugin for Spark $1" $(choice_of "$1") -Dmaven.test.skip=true -pl spark/plugin -am package "${@:2}"
  touch "$(jar_of "$1")"
}

# What `okibi bench` runs beside Spark and Okibi itself never needs: a class path, of a folder below bench.
# Hadoop as it is distributed, with YARN's servers.
build_hadoop() {
  build_if beside_is_stale make_beside hadoop
}

# Apache DataFusion Comet.
build_comet() {
  build_if beside_is_stale make_beside comet
}

# A Python with PySpark, pandas and Arrow.
build_python() {
  build_if python_is_stale make_python "$default_line"
}

python_is_stale() {
  [ ! -f "$(python_of "$1")/made" ]
}

make_python() {
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    echo "okibi: there is no python3 with venv. It is needed for programs in Python. Install it (Debian: apt install python3-venv)." >&2
    exit 1
  fi
  echo "okibi: installing PySpark ${pyspark_of[$1]}" >&2
  touch "$(make_environment "$(basename "$(python_of "$1")")" "pyspark==${pyspark_of[$1]}" pandas pyarrow)/made"
}

python_of() {
  echo "$root/.okibi/python/bench-$1"
}

beside_is_stale() {
  local made="$root/bench/$1/target/classpath"
  is_stale "$made" "bench/$1" || lacks_an_entry "$made"
}

make_beside() {
  mkdir -p "$root/bench/$1/target"
  build_quietly "the class path of bench/$1" -f "bench/$1/pom.xml" dependency:build-classpath -DincludeScope=runtime \
    -Dmdep.outputFile="$root/bench/$1/target/classpath" -Dmdep.regenerateFile=true
}

# What says that something is stale, what makes it, and for which line of Spark. Waits for another build of this tree, where the
# system can tell, and then asks again.
build_if() {
  "$1" "$3" || return 0
  mkdir -p "$root/.okibi"
  exec 9>"$root/.okibi/build.lock"
  if command -v flock >/dev/null; then flock 9; fi
  if "$1" "$3"; then "$2" "$3"; fi
  exec 9>&-
}

# The option that was given, the lines that are allowed, and its arguments. Ends with one line when they are not one of them.
check_line() {
  local option="$1" allowed="$2" line
  shift 2
  for line in ${allowed//,/}; do
    [ "$*" != "$line" ] || return 0
  done
  echo "okibi: $option${*:+ $*}: allowed is one of $allowed." >&2
  exit 2
}

# The source file of a suite, relative to the root; nothing when there is no suite of this name.
suite_file() {
  (cd "$root" && git grep --untracked -lE "^((final )?class|object) $1\b" -- '*/src/test*/*.scala' | sed -n 1p) || true
}

# What is built, then Maven's arguments; the output goes to a log.
build_quietly() {
  local what="$1" log="$root/.okibi/build.log"
  shift
  mkdir -p "$root/.okibi"
  touch "$root/.okibi/build.start" "$root/.okibi/building"
  echo "okibi: building $what; the log is $log" >&2
  if ! run_maven "$@" >"$log" 2>&1 </dev/null; then
    grep -m 20 ERROR "$log" >&2 || tail -n 20 "$log" >&2
    echo "okibi: the build failed; the log is $log" >&2
    exit 1
  fi
  rm -f "$root/.okibi/building"
}
