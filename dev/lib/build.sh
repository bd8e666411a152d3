# Builds with Maven, only what changed and only when it changed.

default_line=4.1
spark_lines="3.5, 4.0, 4.1, 4.2"
plugin_modules=(core spark/shims spark/cache spark/observe spark/index spark/sql spark/plugin)
okibi_version="$(sed -n 's:.*<version>\(.*\)</version>.*:\1:p' "$root/pom.xml" | head -n 1)"
cli_classes="$root/cli/target/$default_line/classes"
cli_classpath="$root/cli/target/$default_line/classpath"

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
  version="$(mvn --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p' | head -n 1)" || return 1
  [ -n "$version" ] && [ "$(printf '%s\n' 3.6.3 "$version" | sort -V | head -n 1)" = 3.6.3 ]
}

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

# Succeeds when something of the stored class path cannot be read: Maven's repository was cleaned, say.
lacks_an_entry() {
  local IFS=: entry
  [ -d "$cli_classes" ] && [ -s "$cli_classpath" ] || return 0
  for entry in $(cat "$cli_classpath"); do
    [ -r "$entry" ] || return 0
  done
  return 1
}

cli_is_stale() {
  is_stale "$cli_classpath" "${plugin_modules[@]}" report bench cli || lacks_an_entry
}

# The command line and all it stands on, as class folders.
build_cli() {
  if cli_is_stale; then
    begin_alone
    if cli_is_stale; then
      build_quietly "the command line" -Plauncher -pl cli -am process-classes
      touch -r "$root/.okibi/build.start" "$cli_classpath"
    fi
    end_alone
  fi
}

# Waits for another build of this tree, where the system can tell.
begin_alone() {
  mkdir -p "$root/.okibi"
  exec 9>"$root/.okibi/build.lock"
  if command -v flock >/dev/null; then flock 9; fi
}

end_alone() {
  exec 9>&-
}

# Ends with one line when the arguments are not one line of Spark.
check_line() {
  local line
  for line in ${spark_lines//,/}; do
    [ "$*" != "$line" ] || return 0
  done
  echo "okibi: --build-jar${*:+ $*}: allowed is one of $spark_lines." >&2
  exit 2
}

# The plugin's jar for a line of Spark.
build_jar() {
  local jar
  jar="$(echo "$root/spark/plugin/target/$1/okibi-spark-$1_"*.jar)"
  if is_stale "$jar" "${plugin_modules[@]}"; then
    begin_alone
    if is_stale "$jar" "${plugin_modules[@]}"; then
      build_quietly "the plugin for Spark $1" -Dspark.line="$1" -DskipTests -pl spark/plugin -am package
      touch "$root/spark/plugin/target/$1/okibi-spark-$1_"*.jar
    fi
    end_alone
  fi
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
