/** Tells a drift of the list by the books it shows: one that stands twice, or the order of those just made. */
import type { Exchange } from '../../harness/evidence/index.ts';
import type { Decision, Evidence } from './decision.ts';
import { flat } from './shell-words.ts';

/** Undefined where the drift was not seen in a list. */
export function listOrder({ trail, made }: Evidence): Decision | undefined {
  if (trail.at(-1)?.operation !== 'listBooks') return undefined;
  const walk = lastWalk(trail);
  const shown = walk.map(({ exchange }) => idsListed(exchange));
  const all = shown.flat();
  const steps = walk.map(({ step }) => step).join(' ');
  if (new Set(all).size < all.length) return standsTwice(steps);
  const order = shown.map((ids) => positions(ids, made)).join('|');
  const last = trail.at(-1);
  const own = all.some((id) => made.includes(id));
  return {
    compares: `which of the books made here answers ${steps} show, and in which order`,
    lines: [
      ...(own || last === undefined ? [] : sameAccount(last, trail.length)),
      "order=''",
      `for page in ${steps}; do`,
      '  for id in $(listed "$page"); do',
      '    at=0',
      '    for own in $made; do at=$((at + 1)); [ "$own" != "$id" ] || order="$order $at"; done',
      '  done',
      '  order="$order|"',
      'done',
      `[ "$order" = '${order}|' ] || there=0`,
    ],
  };
}

function standsTwice(steps: string): Decision {
  return {
    compares: `whether one book stands twice in answers ${steps}`,
    lines: [
      "there=0 seen=' '",
      `for page in ${steps}; do`,
      '  for id in $(listed "$page"); do',
      '    case $seen in *" $id "*) there=1 ;; esac',
      '    seen="$seen$id "',
      '  done',
      'done',
    ],
  };
}

/** What a list says as a whole follows from all books of the account: with other books it is no answer. */
export function sameAccount(exchange: Exchange, step: number): string[] {
  const total = numberIn(exchange, 'total');
  if (exchange.operation !== 'listBooks' || total === undefined) return [];
  return [
    `[ "$(number ${step} total)" = ${total} ] ||`,
    `  stop 'The account holds another number of books than when this was recorded (${total}); use --replay.'`,
  ];
}

/** A last page that does not follow from the total and the size of a page. */
export function lastPageOff({ trail }: Evidence): Decision | undefined {
  const step = 1 + trail.findLastIndex(isLastPageOff);
  if (step === 0 || trail.at(-1)?.operation !== 'listBooks') return undefined;
  const exchange = trail[step - 1];
  return {
    compares: `whether lastPage in answer ${step} follows from total and perPage`,
    lines: [
      `total=$(number ${step} total) per=$(number ${step} perPage) last=$(number ${step} lastPage)`,
      'right=$(((total + per - 1) / per))',
      '[ "$right" -gt 0 ] || right=1',
      'if [ "$last" = "$right" ]; then',
      ...(exchange === undefined ? [] : sameAccount(exchange, step).map((line) => `  ${line}`)),
      '  there=0',
      'fi',
    ],
  };
}

function isLastPageOff(exchange: Exchange): boolean {
  const [total, per, last] = ['total', 'perPage', 'lastPage'].map((name) =>
    numberIn(exchange, name),
  );
  if (exchange.operation !== 'listBooks' || total === undefined) return false;
  if (per === undefined || per === 0 || last === undefined) return false;
  return last !== Math.max(1, Math.ceil(total / per));
}

function numberIn({ text }: Exchange, name: string): number | undefined {
  const found = new RegExp(`"${name}":(\\d+)`).exec(flat(text))?.[1];
  return found === undefined ? undefined : Number(found);
}

interface Numbered {
  readonly step: number;
  readonly exchange: Exchange;
}

/** The pages of one query: those at the end that differ in nothing but their number. */
function lastWalk(trail: readonly Exchange[]): Numbered[] {
  const lists = trail
    .map((exchange, index) => ({ exchange, step: index + 1 }))
    .filter(({ exchange }) => exchange.operation === 'listBooks');
  const query = queryOf(lists.at(-1));
  const other = lists.findLastIndex((one) => queryOf(one) !== query);
  const walk = lists.slice(other + 1);
  const again = walk.findLastIndex(({ exchange }) => /[?&]page=1(&|$)/.test(exchange.request.path));
  return again > 0 ? walk.slice(again) : walk;
}

function queryOf(one: Numbered | undefined): string | undefined {
  return one?.exchange.request.path.replace(/([?&])page=\d+&?/, '$1').replace(/[?&]$/, '');
}

function idsListed(exchange: Exchange): string[] {
  return [...flat(exchange.text).matchAll(/"id":"([^"]*)"/g)].map(([, id = '']) => id);
}

function positions(ids: readonly string[], made: readonly string[]): string {
  return ids
    .map((id) => made.indexOf(id) + 1)
    .filter((at) => at > 0)
    .map((at) => ` ${at}`)
    .join('');
}

/** The shell word the lines above need. */
export const listed = String.raw`
# listed STEP: the ids of a list, in order.
listed() {
  flat "$1" | sed -e 's/"id":"\([^"]*\)"/\
=\1\
/g' | sed -n 's/^=//p'
}

# number STEP NAME: the first number of that name.
number() {
  rest=$(behind "$1" "\"$2\":" 1)
  printf '%s' "${'$'}{rest%%[!0-9]*}"
}
`.trim();
