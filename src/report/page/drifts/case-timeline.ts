/** Renders the calls of a case that lead to a drift. */
import { omitUndefined } from '../../../contract/omit-undefined.ts';
import { html, type Content, type Markup } from '../../../design/pieces.ts';
import type { CallRow, ExchangeRow, FindingRow } from '../../record/index.ts';
import { describeSent, describeSides, findWrongCall, shortenSides } from '../../triage/index.ts';
import { formatCount, formatDuration } from '../../wording/index.ts';
import type { ExchangesByNumber } from '../exchange-list.ts';
import { getPath } from '../exchange-text.ts';

/** The most characters of one side, or of a sent value. */
const maxSideLength = 80;

/** Renders the calls of the case in order, with the call that went wrong and the one that shows it. */
export function renderCaseTimeline(row: FindingRow, exchanges: ExchangesByNumber): Content {
  const calls = row.calls ?? (row.exchange === undefined ? [] : [toCallRow(row.exchange)]);
  if (calls.length === 0) return undefined;
  const failingNumber = row.exchange?.number ?? calls.at(-1)?.number;
  const start = Date.parse(calls[0]?.startedAt ?? '');
  const nameIds = createIdNames(calls);
  const omittedCount = row.callsLeftOut ?? 0;
  return html`<div class="timeline" role="group" aria-label="Calls of the case">
    <b>
      ${calls.length === 1 ? 'One call shows the drift' : `${formatCount(calls.length, 'call')} lead to the drift`}
    </b>
    ${omittedCount > 0 && html`<p class="soft">${formatCount(omittedCount, 'earlier call')} left out.</p>`}
    <ol class="plain">
      ${calls.map((call) => renderTimelineItem(call, { row, exchanges, start, nameIds, isFailing: call.number === failingNumber }))}
    </ol>
  </div>`;
}

function toCallRow(row: ExchangeRow): CallRow {
  const { number, operation, method, status, took, startedAt } = row;
  return omitUndefined({ number, method, path: getPath(row), status, took, operation, startedAt });
}

interface TimelineContext {
  readonly row: FindingRow;
  readonly exchanges: ExchangesByNumber;
  /** The start of the first call in epoch milliseconds; NaN if unknown. */
  readonly start: number;
  readonly isFailing: boolean;
  /** Replaces the ids in a path by names such as `book A`. */
  readonly nameIds: (path: string) => string;
}

/** Names books and files by the order in which they first occur: `book A`, `file 1`. */
function createIdNames(calls: readonly CallRow[]): (path: string) => string {
  const names = new Map<string, string>();
  const add = (kind: string, id: string, format: (index: number) => string): void => {
    const count = [...names.values()].filter((name) => name.startsWith(kind)).length;
    if (!names.has(id)) names.set(id, `${kind} ${format(count)}`);
  };
  for (const { path } of calls) {
    for (const [, id = ''] of path.matchAll(/\/books\/([0-9a-f]{8}-[0-9a-f-]{27})/g))
      add('book', id, toLetter);
    for (const [, id = ''] of path.matchAll(/\/file\/([0-9a-f]{8}-[0-9a-f-]{27})/g))
      add('file', id, (index) => String(index + 1));
  }
  return (path) => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? id);
}

/** Returns A to Z, and then numbers. */
function toLetter(index: number): string {
  return index < 26 ? String.fromCodePoint(65 + index) : String(index + 1);
}

function renderTimelineItem(call: CallRow, context: TimelineContext): Markup {
  const { row, exchanges, start, isFailing, nameIds } = context;
  const offset = Date.parse(call.startedAt ?? '') - start;
  const wrongCall = findWrongCall(row);
  const isWrong = call.number === wrongCall?.number;
  const path = nameIds(call.path.replace(/^\/v2\/distribution/, '') || '/');
  const text = html`<b>${call.method}</b> <code>${path}</code>`;
  const wanted = describeOutcome(call, row, { isFailing, isWrong, wrongCall });
  const took = `${Number.isNaN(offset) ? '' : `+${formatDuration(offset)}, `}took ${formatDuration(call.took)}`;
  return html`<li class="${(isFailing || isWrong) && 'fails drifts'}">
    ${exchanges.has(call.number) ? html`<a href="#exchange-${call.number}" data-case="${row.fingerprint}">${text}</a>` : html`<span>${text}</span>`}
    <b class="status">${call.status}</b>
    <span class="wanted">${wanted}</span>
    <span class="soft when">${took}</span>
  </li>`;
}

interface CallRole {
  readonly isFailing: boolean;
  readonly isWrong: boolean;
  readonly wrongCall: ReturnType<typeof findWrongCall>;
}

/** Says what a call has to do with the drift, with the sent and the read value. */
function describeOutcome(
  call: CallRow,
  row: FindingRow,
  { isFailing, isWrong, wrongCall }: CallRole,
): Content {
  if (isFailing)
    return html`<b class="failing">${wrongCall === undefined ? 'failed:' : 'noticed here:'}</b>
      ${describeSides(shortenSides(row, maxSideLength))}`;
  if (!isWrong) return describeExpectation(call);
  const sent = describeSent(row, maxSideLength);
  return html`<b class="failing">went wrong here${sent !== undefined && ':'}</b>
    ${sent !== undefined && `sent ${sent}`}`;
}

function describeExpectation({ expected, status }: CallRow): string {
  if (expected !== undefined) return `as expected: ${expected}`;
  return status < 400 ? 'preparation' : 'part of the case';
}
