/** The fixed part of every script, and functions that quote recorded text for a POSIX shell. */

/**
 * The part of a script that checks the environment and defines `send`, `status`, `need`, `take`, `keep` and `day`. It
 * reads the variable `key_header`, the name of the header with the key.
 */
export const shellFunctions = String.raw`
set -u
umask 077
stop() { printf '%s\n' "$1" >&2; exit 2; }
[ -n "${'$'}{DISTRIBUTION_URL:-}" ] || stop 'Set DISTRIBUTION_URL to the address of the service.'
[ -n "${'$'}{DISTRIBUTION_API_KEY:-}" ] || stop 'Set DISTRIBUTION_API_KEY to its key.'
base=${'$'}{DISTRIBUTION_URL%/}
base=${'$'}{base%/v2/distribution}/v2/distribution
work=$(mktemp -d) || stop 'Cannot create a temporary folder.'
# The time and the process id give each run other external ids.
run=$(printf '%08x' "$((($(date +%s) + $$ * 65537) % 4294967296))")
made=''
# curl reads the key and extra headers from files, because process lists show arguments.
printf '%s: %s\n' "$key_header" "$DISTRIBUTION_API_KEY" >"$work/own"
printf '%s: %s\n' "$key_header" "${'$'}{DISTRIBUTION_SECOND_KEY:-}" >"$work/second"
printf '%s: nobody-issued-this-key\n' "$key_header" >"$work/other"
: >"$work/none"
printf '%s\n' "${'$'}{DISTRIBUTION_HEADERS:-}" | sed -n 's/^\([^=][^=]*\)=/\1: /p' >"$work/headers"

# send STEP METHOD URL KEY TYPE [FILE]: sends a request, prints and keeps the response.
send() {
  step=$1 method=$2 url=$3 key=$4 type=$5 file=${'$'}{6:-}
  set -- --silent --globoff --max-time 60 --request "$method" --output "$work/$step.body" \
    --write-out '%{http_code}' --header "content-type:$type" --header "@$work/$key" \
    --header 'accept: application/json, application/problem+json'
  case $url in "$base"*) set -- "$@" --header "@$work/headers" ;; esac
  [ -z "$file" ] || set -- "$@" --data-binary "@$file"
  : >"$work/$step.body"
  curl "$@" "$url" >"$work/$step.status" || { : >"$work/$step.status"; return; }
  printf '%s. %s %s\n   now       %s %s\n' "$step" "$method" "${'$'}{url%%\?*}" "$(cat "$work/$step.status")" \
    "$(tr '\n\r' '  ' <"$work/$step.body" | sed -e 's|\(https*://[^"?]*\)?[^"]*|\1?...|g' -e 's/^\(.\{600\}\).*/\1.../')"
}

# status STEP: sets the variable status; stops if the service did not answer.
status() {
  status=$(cat "$work/$1.status")
  [ -n "$status" ] || stop "The service did not answer request $1."
}

# need STEP: stops unless the response is a success, as it was when recorded.
need() {
  status "$1"
  case $status in 2??) ;; *) stop "Request $1 was refused with $status, so the drift cannot be reproduced." ;; esac
}

# take STEP NAME NTH: prints the nth string of this name in a response.
take() {
  tr '\n\r' '  ' <"$work/$1.body" | grep -o "\"$2\" *: *\"[^\"]*\"" |
    sed -n "$3{s/^\"[^\"]*\" *: *\"//;s/\"\$//;s,\\\\/,/,g;s/\\\\u0026/\&/g;p;}"
}

# keep STEP KEY: remembers a created book, so that the script removes it at the end.
keep() {
  case $status in 2??) ;; *) return ;; esac
  book=$(take "$1" bookId 1)
  [ -n "$book" ] || book=$(take "$1" id 1)
  made="$made $book/$2"
}

# day N: prints the date N days from today (GNU or BSD date).
day() {
  then=$(($(date +%s) + $1 * 86400))
  date -u -d "@$then" +%F 2>/dev/null || date -u -r "$then" +%F
}

# remove ID/KEY: deletes a book. A published one has to be withdrawn, or edited into a draft, first.
# shellcheck disable=SC2317,SC2329
remove() {
  key=${'$'}{1#*/}
  set -- "${'$'}{1%/*}"
  printf '{}' >"$work/empty"
  printf '{"subtitle":"to be removed"}' >"$work/edit"
  for way in delete unpublish delete edit delete; do
    case $way in
      delete) send clean DELETE "$base/books/$1" "$key" ' application/json' "$work/empty" ;;
      unpublish) send clean POST "$base/books/$1/unpublish" "$key" ' application/json' "$work/empty" ;;
      edit) send clean PATCH "$base/books/$1" "$key" ' application/json' "$work/edit" ;;
    esac >/dev/null
    case $way$(cat "$work/clean.status") in delete2?? | delete404 | delete410) return ;; esac
  done
  printf 'not removed: %s\n' "$1" >&2
}

# shellcheck disable=SC2317,SC2329
finish() {
  code=$?
  trap - EXIT
  for id in $made; do remove "$id"; done
  rm -rf "$work"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT HUP TERM
`.trim();

/** Recorded text that differs in every run, and the shell variable with its current value. */
export interface Binding {
  readonly text: string;
  readonly variable: string;
}

/** Returns a double-quoted string in which each bound text is replaced by its variable. */
export function quoteWithVariables(text: string, bindings: readonly Binding[]): string {
  return `"${insertVariables(text, bindings)}"`;
}

function insertVariables(text: string, bindings: readonly Binding[]): string {
  const first = bindings
    .map((binding) => ({ ...binding, index: text.indexOf(binding.text) }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => a.index - b.index || b.text.length - a.text.length)[0];
  if (first === undefined) return text.replaceAll(/[\\"$`]/g, '\\$&');
  const { index, text: boundText, variable } = first;
  const prefix = insertVariables(text.slice(0, index), []);
  return `${prefix}\${${variable}}${insertVariables(text.slice(index + boundText.length), bindings)}`;
}

/** Returns a single-quoted string on one line. */
export function singleQuote(text: string): string {
  return `'${text.replaceAll(/\s+/g, ' ').replaceAll("'", "'\\''")}'`;
}

/** Returns a comment on one line. */
export function formatComment(text: string): string {
  return `# ${text.replaceAll(/[\r\n]+/g, ' ')}`.trimEnd();
}

/** Returns printf arguments that write the bytes in octal, 16 to an argument. */
export function formatOctal(bytes: Uint8Array): string[] {
  const escapes = [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return Array.from(
    { length: Math.ceil(escapes.length / 16) },
    (_none, line) => `'${escapes.slice(line * 16, line * 16 + 16).join('')}'`,
  );
}
