# What every lane starts with: `root`, the pieces that build and run, and the reading of options. `lane` is the command.

set -euo pipefail
root="$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd -P)"
lane="dev/$(basename "$0")"
source "$root/dev/lib/java.sh"
source "$root/dev/lib/build.sh"
source "$root/dev/lib/suites.sh"

# Ends the lane with one line: what was given, and what is allowed.
lane_fail() {
  echo "$lane: $1" >&2
  exit 2
}

# Each takes an option and its value.
check_count() {
  [[ "${2-}" =~ ^[1-9][0-9]*$ ]] || lane_fail "$1 ${2-}: no count. Allowed: a whole number from 1."
}

check_number() {
  [[ "${2-}" =~ ^[0-9]+([.][0-9]+)?$ ]] || lane_fail "$1 ${2-}: no number. Allowed: a number, 2 or 0.5 say."
}

check_seed() {
  [[ "${2-}" =~ ^[0-9]+$ ]] || lane_fail "$1 ${2-}: no seed. Allowed: a whole number from 0."
}
