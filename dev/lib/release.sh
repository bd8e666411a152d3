# `dev/release`: `version`, `out` and `made`, the folder of the build, are set. What is built is a copy of the commit, `$made/tree`.

central_group=io/github/okibi

# Maven in the copy.
build_release() {
  local what="$1"
  shift
  (root="$made/tree" && build_quietly "$what" -Drevision="$version" -Dmaven.test.skip=true "$@")
}

# A line of Spark.
make_plugin() {
  local jar name folder
  build_release "the plugin for Spark $1" $(choice_of "$1") -Pdocumented -pl spark/plugin -am package
  jar="$(root="$made/tree" && jar_of "$1")"
  name="$(basename "$jar" .jar)"
  folder="$out/central/$central_group/$name/$version"
  mkdir -p "$folder"
  cp "$jar" "$folder/$name-$version.jar"
  jar_of_folder "$folder/$name-$version-javadoc.jar" "$(dirname "$jar")/site/scaladocs"
  cp "$made/sources.jar" "$folder/$name-$version-sources.jar"
  pom_of "$name" "Okibi for Spark ${1%%-*} with Scala ${name##*_}" >"$folder/$name-$version.pom"
}

# The sources of all lines, under the names of the modules.
make_sources() {
  local folder="$made/sources" module
  for module in "${plugin_modules[@]}"; do
    mkdir -p "$folder/$module"
    cp -R "$made/tree/$module/src/main/." "$folder/$module"
  done
  jar_of_folder "$made/sources.jar" "$folder"
}

jar_of_folder() {
  "$(dirname "$(readlink -f "$java")")/jar" --create --file "$1" --date "$(release_time)" --no-manifest -C "$2" .
}

# The time that all archives carry.
release_time() {
  sed -n 's:.*<project.build.outputTimestamp>\(.*\)</.*:\1:p' "$made/tree/pom.xml"
}

# The pom of an artifact that holds all that it needs beside Spark.
pom_of() {
  cat <<END
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.github.okibi</groupId>
  <artifactId>$1</artifactId>
  <version>$version</version>
  <name>$2</name>
  <description>Keeps Spark's cached data warm when the data are larger than memory: a plugin, spark.plugins=okibi.spark.OkibiPlugin</description>
  <url>https://github.com/okibi/okibi</url>
  <licenses>
    <license><name>Apache-2.0</name><url>https://www.apache.org/licenses/LICENSE-2.0.txt</url></license>
  </licenses>
  <developers>
    <developer><name>The Okibi developers</name><url>https://github.com/okibi</url></developer>
  </developers>
  <scm>
    <connection>scm:git:https://github.com/okibi/okibi.git</connection>
    <url>https://github.com/okibi/okibi</url>
    <tag>v$version</tag>
  </scm>
</project>
END
}

# The command line and what it needs besides Spark and Hadoop; what only the bench's experiments need stays out. Where there is a Spark
# that fits, the command takes from it what `without-spark` holds: Spark's own classes want Spark's versions.
make_command() {
  local jars="$made/command"
  build_release "the command line" -Dspark.line="$default_line" -pl cli -am package \
    dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$jars" -Dmdep.stripVersion=true \
    -DexcludeGroupIds=org.apache.hadoop,org.apache.spark,io.trino.tpch,io.trino.tpcds,org.openjdk.jmh,net.sf.jopt-simple,org.apache.commons
  build_release "Scala's library" -N dependency:copy -DoutputDirectory="$jars" -Dmdep.stripVersion=true \
    -Dartifact="org.scala-lang:scala-library:$(sed -n 's:.*<scala.version>\(.*\)</.*:\1:p' "$made/tree/pom.xml" | sed -n 1p)"
  mkdir "$jars/without-spark"
  mv "$jars"/{scala-library,jackson-core,zstd-jni,lz4-java,snappy-java,compress-lzf,janino,commons-compiler}.jar "$jars/without-spark"
  cp "$made/tree/cli/target/$default_line/okibi-cli-$version.jar" "$jars/okibi-cli.jar"
}

make_parts() {
  build_release "the list of parts" "${list_of_parts[@]}" -DincludeBomSerialNumber=false -DoutputDirectory="$made" -DoutputName=okibi.cdx
  mv "$made/okibi.cdx.json" "$out"
}

make_wheel() {
  local python="$made/tree/python" jar
  mkdir -p "$python/src/okibi/jars" "$out/python"
  cp -R "$made/command" "$python/src/okibi/jars/command"
  for jar in "$out/central/$central_group"/okibi-spark-*/"$version"/okibi-spark-*-"$version.jar"; do
    cp "$jar" "$python/src/okibi/jars/$(basename "$jar" "-$version.jar").jar"
  done
  cp "$root/LICENSE" "$python"
  echo "okibi: building the wheel; the log is $root/.okibi/wheel.log" >&2
  OKIBI_VERSION="$version" SOURCE_DATE_EPOCH="$(date -d "$(release_time)" +%s)" \
    python3 -m pip wheel --no-deps --disable-pip-version-check -w "$out/python" "$python" >"$root/.okibi/wheel.log" 2>&1 ||
    { tail -n 5 "$root/.okibi/wheel.log" >&2; exit 1; }
}

sign_release() {
  find "$out/central" "$out/python" -type f -print0 | xargs -0 -n 1 gpg --batch --local-user "$key" --armor --detach-sign
}

# As Maven repositories have them: one file for each sum, which holds the sum alone.
sum_release() {
  find "$out/central" -type f -not -name '*.asc' | while read -r file; do
    for kind in md5 sha1 sha256 sha512; do "${kind}sum" "$file" | cut -d ' ' -f 1 >"$file.$kind"; done
  done
  (cd "$out" && find python okibi.cdx.json -type f -not -name '*.asc' -exec sha256sum {} + | sort -k 2 >SHA256SUMS)
}

# Two folders of the same release. Prints each file that differs; signatures differ always.
compare_releases() {
  [ $# -eq 2 ] && [ -d "$1" ] && [ -d "$2" ] || lane_fail "--compare $*. Allowed: two folders of releases."
  diff -rq --exclude '*.asc' "$1" "$2" && echo "$1 and $2 hold the same bytes"
}
