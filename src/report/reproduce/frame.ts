/** The fixed part of every script: how it asks, what it takes from answers, and how it tidies up. */

/** Checks the environment, then defines the words the steps are written in. */
export const opening = String.raw`
set -u
umask 077
stop() { printf '%s\n' "$1" >&2; exit 2; }
[ -n "${'$'}{DISTRIBUTION_URL:-}" ] || stop 'Set DISTRIBUTION_URL to the address of the service.'
[ -n "${'$'}{DISTRIBUTION_API_KEY:-}" ] || stop 'Set DISTRIBUTION_API_KEY to its key.'
base=${'$'}{DISTRIBUTION_URL%/}
base=${'$'}{base%/v2/distribution}/v2/distribution
work=${'$'}{TMPDIR:-/tmp}/reproduce-$$
mkdir "$work" || stop "$work cannot be made."
run=$(printf '%08x' "$((($(date +%s) + $$ * 65537) % 4294967296))")
made='' made_last='' status=''
printf 'apikey: %s\n' "$DISTRIBUTION_API_KEY" >"$work/key"
# What a gate asks for, one NAME=VALUE a line; curl reads HTTPS_PROXY and CURL_CA_BUNDLE itself.
printf '%s\n' "${'$'}{DISTRIBUTION_HEADERS:-}" | sed -n 's/^\([^=][^=]*\)=/\1: /p' >"$work/gate"
printf '{}' >"$work/nothing"
printf '{"subtitle":"to be removed"}' >"$work/edit"

# ask STEP METHOD URL KEY TYPE [FILE]: sends a request and keeps its answer; fails without one.
ask() {
  step=$1 method=$2 url=$3 key=$4 type=$5 file=${'$'}{6:-}
  set -- --silent --globoff --max-time 60 --request "$method" --output "$work/$step.body" \
    --dump-header "$work/$step.head" --write-out '%{http_code}' --header "content-type:$type" \
    --header 'accept: application/json, application/problem+json'
  case $key in
    own) set -- "$@" --header "@$work/key" ;;
    other) set -- "$@" --header 'apikey: nobody-issued-this-key' ;;
  esac
  case $url in "$base"*) set -- "$@" --header "@$work/gate" ;; esac
  [ -z "$file" ] || set -- "$@" --data-binary "@$file"
  : >"$work/$step.body"
  status=$(curl "$@" "$url")
}

# need STEP METHOD: a request that was accepted before has to be accepted again.
need() {
  case $status in 2??) ;; *) stop "Request $1 ($2) was refused with $status, so nothing can be said." ;; esac
}

# flat STEP: an answer on one line, without blanks around its signs.
flat() {
  sed -e ':join' -e '$!{' -e 'N' -e 'b join' -e '}' \
    -e 's/[[:space:]]*\([][{}:,]\)[[:space:]]*/\1/g' -e 's,\\/,/,g' "$work/$1.body"
}

# behind STEP TEXT NTH: what follows the nth place where the text stands; nothing if there is none.
behind() {
  rest=$(flat "$1") nth=$3
  while [ "$nth" -gt 0 ]; do
    case $rest in *"$2"*) rest=${'$'}{rest#*"$2"} ;; *) return ;; esac
    nth=$((nth - 1))
  done
  printf '%s' "$rest"
}

# take STEP NAME NTH: the nth string of that name.
take() { behind "$1" "\"$2\":\"" "$3" | sed -e 's/".*//' -e 's/\\u0026/\&/g'; }

# code STEP: the status of an answer.
code() { sed -n 's,^HTTP/[^ ]* \([0-9]*\).*,\1,p' "$work/$1.head" | sed -n '$p'; }

# heard STEP: the status of a request that was sent beside others.
heard() {
  status=$(code "$1")
  [ -n "$status" ] || stop "Nothing answered request $1."
}

# begins TEXT VALUE: whether the text starts with this value and no longer one.
begins() {
  case $1 in "$2" | "$2",* | "$2}"* | "$2]"*) return 0 ;; *) return 1 ;; esac
}

# keep STEP: remembers the book an answer says was made, so that it is removed.
keep() {
  case $status in 2??) ;; *) return ;; esac
  made_last=$(take "$1" bookId 1)
  [ -n "$made_last" ] || made_last=$(take "$1" id 1)
  [ -z "$made_last" ] || made="$made $made_last"
}

# day N: the target's today and N days more.
day() {
  # shellcheck disable=SC2086
  set -- "$1" $today
  y=$2 m=$3 d=${'$'}{4#0}
  case $m in
    Jan) m=1 ;; Feb) m=2 ;; Mar) m=3 ;; Apr) m=4 ;; May) m=5 ;; Jun) m=6 ;;
    Jul) m=7 ;; Aug) m=8 ;; Sep) m=9 ;; Oct) m=10 ;; Nov) m=11 ;; *) m=12 ;;
  esac
  [ "$m" -gt 2 ] || y=$((y - 1))
  z=$((y * 365 + y / 4 - y / 100 + y / 400 + (153 * ((m + 9) % 12) + 2) / 5 + d - 1 + $1))
  era=$((z / 146097))
  z=$((z - era * 146097))
  y=$(((z - z / 1460 + z / 36524 - z / 146096) / 365))
  d=$((z - (365 * y + y / 4 - y / 100)))
  m=$(((5 * d + 2) / 153))
  d=$((d - (153 * m + 2) / 5 + 1)) y=$((y + era * 400))
  if [ "$m" -lt 10 ]; then m=$((m + 3)); else m=$((m - 9)) y=$((y + 1)); fi
  printf '%04d-%02d-%02d' "$y" "$m" "$d"
}

# remove ID: a book that cannot go as it is goes as a draft.
remove() {
  for way in $ways DELETE; do
    case $way in
      POST) ask away POST "$base/books/$1/unpublish" own ' application/json' "$work/nothing" ;;
      PATCH) ask away PATCH "$base/books/$1" own ' application/json' "$work/edit" ;;
      *) ask away DELETE "$base/books/$1" own ' application/json' "$work/nothing" ;;
    esac || break
    case $way$status in DELETE2?? | DELETE404 | DELETE410) return ;; esac
  done
  printf 'left behind: %s\n' "$1" >&2
}

# shellcheck disable=SC2329
tidy() {
  code=$?
  trap - EXIT
  for id in $made; do remove "$id"; done
  rm -rf "$work"
  exit "$code"
}
trap tidy EXIT
trap 'exit 130' INT HUP TERM

ask 0 GET "$base/books?perPage=1" own '' || stop "Nothing answered at $base."
[ "$status" != 401 ] || stop 'The service refused the key.'
today=$(sed -n 's/^[Dd][Aa][Tt][Ee]:[^,]*, *\([0-9]*\) \([A-Za-z]*\) \([0-9]*\).*/\3 \2 \1/p' "$work/0.head")
[ -n "$today" ] || today=$(LC_ALL=C date -u '+%Y %b %d')
`.trim();
