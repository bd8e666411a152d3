# Finds a JDK: sets `java`, or ends with one line that says what is missing and how to get it.

java_needed=17
java_help="Okibi needs a JDK $java_needed or later: set JAVA_HOME to one, or install it (Debian, Ubuntu: apt install openjdk-17-jdk-headless; macOS: brew install openjdk@17)."

find_java() {
  local where version major
  if [ -n "${JAVA_HOME-}" ]; then
    java="$JAVA_HOME/bin/java"
    where="JAVA_HOME=$JAVA_HOME"
    [ -x "$java" ] || java_fail "$where has no bin/java."
  else
    java="$(command -v java)" || java_fail "There is no java on PATH and JAVA_HOME is not set."
    where="$java"
  fi
  version="$("$java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | sed -n 1p)" || true
  major="${version#1.}"
  major="${major%%[!0-9]*}"
  [ -n "$major" ] || java_fail "$where does not say its version."
  [ "$major" -ge "$java_needed" ] || java_fail "$where is Java $version."
  [ -x "$(dirname "$(readlink -f "$java")")/javac" ] || java_fail "$where is a Java $version without a compiler."
}

java_fail() {
  echo "okibi: $1 $java_help" >&2
  exit 2
}
