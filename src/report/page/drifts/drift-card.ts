/** One drift in full: what is required, both sides, the calls of the case, and texts to copy. */
import { omitUndefined } from '../../../contract/omit-undefined.ts';
import type { FindingRow, Report, CallRow, ExchangeRow } from '../../record/index.ts';
import { findDifferingPlace, findWrongStatus } from '../../triage/index.ts';
import { truncate, formatMinute, toPlainText, formatCount } from '../../wording/index.ts';
import { createEntry, appendEntries } from '../../baseline/index.ts';
import { type ExchangesByNumber, formatExchange, getPath } from '../exchanges/index.ts';
import { html, type Content, type Markup } from '../markup.ts';
import { markCode, command, foldedDetails, formatDuration } from '../pieces.ts';
import { difference } from './difference.ts';

interface CardContext {
  readonly report: Report;
  readonly shelf: ExchangesByNumber;
}

/** Returns the card. */
export function driftCard(row: FindingRow, { report, shelf }: CardContext): Markup {
  const { fingerprint } = row;
  return html`<article
    class="card"
    id="drift-${fingerprint}"
    aria-labelledby="says-${fingerprint}"
    tabindex="-1"
  >
    <h4 id="says-${fingerprint}">${markCode(row.says)}</h4>
    <p class="card-facts">
      <span>${row.section}</span>
      ${row.since !== undefined && html`<span>since ${formatMinute(row.since)}</span>`}
      ${row.known !== undefined && row.known.reason !== '' && html`<span>accepted until ${row.known.until}: ${row.known.reason}</span>`}
      ${row.occurrences > 1 && html`<span>seen ${row.occurrences} times</span>`}
      <a href="#${row.requirement}">all its cases</a>
      <a class="fingerprint" href="#drift-${fingerprint}" aria-label="Link to drift ${fingerprint}"
        >${fingerprint}</a
      >
    </p>
    <p class="tested">Tested: ${markCode(describeTest(row))}</p>
    ${difference(row)} ${counterexampleNote(row)} ${caseTimeline(row, shelf)}
    ${row.exchange && foldedDetails('The failing request and response', html`<div class="exchange">${formatExchange(row.exchange).map((text) => html`<pre tabindex="0">${text}</pre>`)}</div>`)}
    <div class="commands">
      ${row.curl !== undefined && command('curl', row.curl)} ${command('Run this case', row.again)}
      ${row.script !== undefined && command('Script', `sh ${row.script}`)}
    </div>
    <div class="compose">${acceptForm(row, report)}${issueForm(row, report)}</div>
  </article>`;
}

/** Both sides, shortened for lists: of two long values, only the place that differs. */
export function shortSides(row: FindingRow): string {
  const place = row.values === undefined ? undefined : findDifferingPlace(row);
  const name = place?.names.join('.') ?? '';
  const { expected, actual } = name === '' || place === undefined ? row : place;
  const { permitted = [], actual: status } = findWrongStatus(row) ?? {};
  const expectedStatus =
    permitted.length > 2 ? `one of ${permitted.length} statuses` : permitted.join(' or ');
  const sides =
    status === undefined
      ? `expected ${truncate(toPlainText(expected), 40)}, got ${truncate(toPlainText(actual), 40)}`
      : `expected ${expectedStatus}, got ${status}`;
  return `${name === '' ? '' : `${name}: `}${sides}`;
}

/** Says what was tested. The sentence of a rule for every response would read as if it held. */
export function describeTest({ kind, sentence }: FindingRow): string {
  const [, operation, times] =
    /^holds in every response of (\S+) \((\d+) times?\)$/.exec(sentence) ?? [];
  if (kind !== 'monitor' || operation === undefined) return sentence;
  return `every response of ${operation}, ${times} in this run`;
}

function counterexampleNote({ counterexample }: FindingRow): Content {
  if (counterexample === undefined) return undefined;
  const { value, words, runs, shrinks, seed, confirmed } = counterexample;
  const repeated =
    confirmed === undefined
      ? ''
      : ` Repeated ${confirmed.times} times, it showed ${confirmed.shown} times.`;
  return html`<p class="smallest">
    <b>Smallest value that shows it:</b> ${words !== undefined && html`${words}, `}<code
      >${value}</code
    >
    <span class="when"
      >Value ${runs} of this run (seed
      ${seed})${shrinks > 0 && `, made smaller ${shrinks} times`}.${repeated}</span
    >
  </p>`;
}

/** Returns the timeline; nothing for a drift without a call. */
function caseTimeline(row: FindingRow, shelf: ExchangesByNumber): Content {
  const calls = row.calls ?? (row.exchange === undefined ? [] : [toCallRow(row.exchange)]);
  if (calls.length === 0) return undefined;
  const failing = row.exchange?.number ?? calls.at(-1)?.number;
  const start = Date.parse(calls[0]?.startedAt ?? '');
  const omitted = row.callsLeftOut ?? 0;
  return html`<div class="timeline" role="group" aria-label="Calls of the case">
    <h5>
      ${calls.length === 1 ? 'One call shows the drift' : `${formatCount(calls.length, 'call')} lead to the drift`}
    </h5>
    ${omitted > 0 && html`<p class="when">${formatCount(omitted, 'earlier call')} left out.</p>`}
    <ol>
      ${calls.map((call) => timelineItem(call, { row, shelf, start, isFailing: call.number === failing }))}
    </ol>
  </div>`;
}

function toCallRow(row: ExchangeRow): CallRow {
  const { number, operation, method, status, took, startedAt } = row;
  return omitUndefined({ number, method, path: getPath(row), status, took, operation, startedAt });
}

interface TimelineContext {
  readonly row: FindingRow;
  readonly shelf: ExchangesByNumber;
  /** When the first call was sent, epoch milliseconds; NaN if unknown. */
  readonly start: number;
  readonly isFailing: boolean;
}

function timelineItem(call: CallRow, { row, shelf, start, isFailing }: TimelineContext): Markup {
  const offset = Date.parse(call.startedAt ?? '') - start;
  const callText = html`<b>${call.method}</b> <code>${shortPath(call.path)}</code>`;
  return html`<li class="${isFailing ? 'fails' : 'passes'}">
    ${!shelf.has(call.number) ? callText : html`<a href="#exchange-${call.number}" data-case="${row.fingerprint}">${callText}</a>`}
    <span class="status">${call.status}</span>
    <span class="wanted">${expectation(call, row, isFailing)}</span>
    <span class="when"
      >${Number.isNaN(offset) ? '' : `+${formatDuration(offset)}, `}took
      ${formatDuration(call.took)}</span
    >
  </li>`;
}

function expectation({ expected, status }: CallRow, row: FindingRow, fails: boolean): Content {
  if (fails) return html`<b class="failing">failed:</b> expected ${row.expected}`;
  if (expected !== undefined) return `as expected: ${expected}`;
  return status < 400 ? 'preparation' : 'part of the case';
}

function shortPath(path: string): string {
  return path.replace(/^\/v2\/distribution/, '') || '/';
}

/** Composes the entry that accepts a drift temporarily; nothing for advice or a drift that is accepted already. */
export function acceptForm(row: FindingRow, report: Report): Content {
  if (row.level === 'should' || row.verdict === 'known') return undefined;
  const { entry, says } = createEntry(row, report);
  const text = appendEntries(
    '',
    [{ entry: { ...entry, reason: 'WHY, and the ticket' }, says }],
    '',
  );
  return foldedDetails(
    'Accept until…',
    html`<p class="note">
        Add this to <code>known-drifts.yaml</code>. Until that day the drift does not fail a run.
      </p>
      <div class="fields" data-accept data-since="${entry.since}" data-until="${entry.until}"></div>
      ${textToCopy('entry', text)}`,
  );
}

/** Composes an issue with the steps that show the drift. */
function issueForm(row: FindingRow, report: Report): Markup {
  return foldedDetails(
    'Report…',
    html`<p class="note">Paste this into an issue tracker.</p>
      ${textToCopy('issue', issueText(row, report))}`,
  );
}

function textToCopy(label: string, text: string): Markup {
  return html`<div class="command block">
    <code tabindex="0">${text}</code
    ><button type="button" class="copy" aria-label="Copy ${label}">Copy</button>
  </div>`;
}

function issueText(row: FindingRow, { target, run, contract, tool }: Report): string {
  const calls = (row.calls ?? []).map(
    ({ method, path, status, expected }) =>
      `1. \`${method} ${path}\` answered ${status}${expected === undefined ? '' : `, expected ${expected}`}`,
  );
  const { words, value } = row.counterexample ?? {};
  return [
    `# ${row.says.replace(/\.$/, '')}`,
    '',
    `The interface document (section "${row.section}") states: ${row.says}`,
    '',
    `- Expected: ${row.expected}`,
    `- Got: ${row.actual}`,
    ...(value === undefined ? [] : [`- Smallest value that shows it: ${words ?? ''} \`${value}\``]),
    `- Service: ${target.kind === 'own sandbox' ? 'sandbox' : target.address}, ${run.startedAt}`,
    `- Requirement \`${row.requirement}\`, drift \`${row.fingerprint}\`, contract ${contract.version} (${contract.sha256}), bookdist ${tool.version}`,
    '',
    '## Steps',
    '',
    ...(calls.length > 0 ? calls : ['See the request below.']),
    ...(row.curl === undefined ? [] : ['', 'The failing call:', '', '```sh', row.curl, '```']),
    '',
    'To run this case again:',
    '',
    '```sh',
    row.again,
    '```',
    '',
  ].join('\n');
}
