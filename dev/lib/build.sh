# Builds with Maven, only what changed and only when it changed.

default_line=4.1
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

# Succeeds when something in the sources is newer than the file: files, and folders for what was deleted.
sources_newer_than() {
  [ ! -f "$1" ] && return 0
  [ -n "$(find "$root/pom.xml" "$root"/{core,spark/*,bench,cli}/pom.xml "$root"/{core,spark/*,bench,cli}/src/main \
    -newer "$1" -print -quit 2>/dev/null)" ]
}

# The command line and all it stands on, as class folders.
build_cli() {
  if sources_newer_than "$cli_classpath" || [ ! -d "$cli_classes" ]; then
    build_quietly "the command line" -Plauncher -pl cli -am process-classes
    touch -r "$root/.okibi/build.start" "$cli_classpath"
  fi
}

# The plugin's jar for a line of Spark.
build_jar() {
  build_quietly "the plugin for Spark $1" -Dspark.line="$1" -DskipTests -pl spark/plugin -am package
}

# What is built, then Maven's arguments; the output goes to a log.
build_quietly() {
  local what="$1" log="$root/.okibi/build.log"
  shift
  mkdir -p "$root/.okibi"
  touch "$root/.okibi/build.start"
  echo "okibi: building $what; the log is $log" >&2
  if ! run_maven "$@" >"$log" 2>&1 </dev/null; then
    grep -m 20 ERROR "$log" >&2 || tail -n 20 "$log" >&2
    echo "okibi: the build failed; the log is $log" >&2
    exit 1
  fi
}
