# Whether the plugin works on a line of Spark and in a Java: one small program in each cell. A cell is what `dev/matrix` takes, 4.0 or
# 4.1/21 say.

smokes_passed=0
smokes_failed=0
smokes_skipped=0

test_smokes() {
  local cell line version start=$SECONDS log="$root/.okibi/smoke.log"
  echo "== the plugin on other lines of Spark and in other Javas: $*"
  : >"$log"
  for cell in "$@"; do
    IFS=/ read -r line version <<<"$cell"
    if [ -n "$version" ] && ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
      echo "skipped: $cell: Java $version comes from a package of Python; install python3 with venv (Debian: apt install python3-venv)"
      smokes_skipped=$((smokes_skipped + 1))
      continue
    fi
    # In a shell of its own, which ends when a build fails.
    if (run_smoke "$line" "$version") >>"$log" 2>&1; then
      tail -n 1 "$log"
      smokes_passed=$((smokes_passed + 1))
    else
      tail -n 20 "$log"
      echo "failed: the program dev/lib/smoke/Smoke.java, $cell; the log is $log"
      smokes_failed=$((smokes_failed + 1))
    fi
  done
  echo "== the plugin on other lines of Spark and in other Javas: $((SECONDS - start)) s"
}

# A line, and the version of a Java or nothing for the one of this machine.
run_smoke() {
  local made="$root/spark/plugin/target/$1" java_here="$java" classes
  build_smoke "$1"
  [ -z "$2" ] || java_here="$(java_of_package "$2")"
  classes="$(cat "$made/spark-classpath"):$(jar_of "$1")"
  mkdir -p "$made/smoke"
  "$(dirname "$(readlink -f "$java")")/javac" --release 17 -cp "$classes" -d "$made/smoke" "$root/dev/lib/smoke/Smoke.java"
  cd "$made/smoke"
  # shellcheck disable=SC2086 # options of the JVM
  "$java_here" -Xmx1g $jvm_brief $jvm_opens -Djava.net.preferIPv4Stack=true -cp "$classes:." Smoke
}

# The plugin's jar, and the class path of its Spark.
build_smoke() {
  build_if smoke_is_stale make_smoke "$1"
}

smoke_is_stale() {
  jar_is_stale "$1" || lacks_an_entry "$root/spark/plugin/target/$1/spark-classpath"
}

make_smoke() {
  make_jar "$1" -T 2 dependency:build-classpath -DincludeScope=compile -DexcludeGroupIds=io.github.okibi \
    -Dmdep.outputFile='${project.build.directory}/spark-classpath' -Dmdep.regenerateFile=true
}
