/** Tells a drift of the list by the books it shows: one that stands twice, or the order of those just made. */
import type { Exchange } from '../harness/exchange.ts';
import type { Decision, Evidence } from './script-decision.ts';
import { flat } from './script-words.ts';

/** Undefined where the drift was not seen in a list. */
export function listOrder({ trail, made }: Evidence): Decision | undefined {
  if (trail.at(-1)?.operation !== 'listBooks') return undefined;
  const walk = lastWalk(trail);
  const shown = walk.map(({ exchange }) => idsListed(exchange));
  const all = shown.flat();
  const steps = walk.map(({ step }) => step).join(' ');
  if (new Set(all).size < all.length) return standsTwice(steps);
  const order = shown.map((ids) => positions(ids, made)).join('|');
  return {
    compares: `which of the books made here answers ${steps} show, and in which order`,
    lines: [
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
`.trim();
