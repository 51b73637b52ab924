/** The calls of a case in order, with what was expected of each, up to the one that drifted. */
import { omitUndefined } from '../../../contract/omit-undefined.ts';
import type { CallRow, ExchangeRow, FindingRow } from '../../record/index.ts';
import { count } from '../../wording/index.ts';
import { type ExchangeShelf, pathOf } from '../exchanges/index.ts';
import { html, type Content, type Markup } from '../markup.ts';
import { timeWords } from '../verdict-mark.ts';

/** Returns the timeline; nothing for a drift without a call. */
export function caseTimeline(row: FindingRow, shelf: ExchangeShelf): Content {
  const calls = row.calls ?? (row.exchange === undefined ? [] : [callOf(row.exchange)]);
  if (calls.length === 0) return undefined;
  const failing = row.exchange?.number ?? calls.at(-1)?.number;
  const start = Date.parse(calls[0]?.startedAt ?? '');
  const leftOut = row.callsLeftOut ?? 0;
  return html`<div class="timeline" role="group" aria-label="Calls of the case">
    <h5>
      ${calls.length === 1 ? 'One call shows it' : `${count(calls.length, 'call')} lead to it`}
    </h5>
    ${leftOut > 0 && html`<p class="when">${count(leftOut, 'earlier call')} left out.</p>`}
    <ol>
      ${calls.map((call) => item(call, { row, shelf, start, fails: call.number === failing }))}
    </ol>
  </div>`;
}

function callOf(row: ExchangeRow): CallRow {
  const { number, operation, method, status, took, startedAt } = row;
  return omitUndefined({ number, method, path: pathOf(row), status, took, operation, startedAt });
}

interface Place {
  readonly row: FindingRow;
  readonly shelf: ExchangeShelf;
  /** When the first call was sent, epoch milliseconds; NaN if unknown. */
  readonly start: number;
  readonly fails: boolean;
}

function item(call: CallRow, { row, shelf, start, fails }: Place): Markup {
  const after = Date.parse(call.startedAt ?? '') - start;
  const words = html`<b>${call.method}</b> <code>${shortPath(call.path)}</code>`;
  return html`<li class="${fails ? 'fails' : 'passes'}">
    ${!shelf.has(call.number) ? words : html`<a href="#exchange-${call.number}" data-case="${row.fingerprint}">${words}</a>`}
    <span class="status">${call.status}</span>
    <span class="wanted">${expectation(call, row, fails)}</span>
    <span class="when"
      >${Number.isNaN(after) ? '' : `+${timeWords(after)}, `}took ${timeWords(call.took)}</span
    >
  </li>`;
}

function expectation({ expected, status }: CallRow, row: FindingRow, fails: boolean): Content {
  if (fails) return html`<b class="failing">failed:</b> expected ${row.expected}`;
  if (expected !== undefined) return `as expected: ${expected}`;
  return status < 400 ? 'preparation' : 'part of the case';
}

/** Returns a path without the prefix that all paths share. */
function shortPath(path: string): string {
  return path.replace(/^\/v2\/distribution/, '') || '/';
}
