/** Renders all details of a drift: the statement, both sides, the calls of the case, and texts to copy. */
import type { FindingRow, Report, CallRow, ExchangeRow } from '../../record/index.ts';
import { omitUndefined } from '../../../contract/omit-undefined.ts';
import {
  html,
  type Content,
  type Markup,
  command,
  foldedDetails,
  markCode,
  textToCopy,
} from '../../../design/pieces.ts';
import { createEntry, appendEntries } from '../../baseline/index.ts';
import {
  describeFrequency,
  describeSent,
  findDifferingPlace,
  findWrongStatus,
  groupByCause,
} from '../../triage/index.ts';
import {
  truncate,
  formatCount,
  formatDuration,
  formatMinute,
  toPlainText,
} from '../../wording/index.ts';
import { type ExchangesByNumber, formatExchange, getPath } from '../exchanges/index.ts';
import { renderDifference } from './difference.ts';

function writeIssue(row: FindingRow, { target, run, contract, tool }: Report): string {
  const steps = (row.calls ?? []).map(
    ({ method, path, status, expected }) =>
      `1. \`${method} ${path}\` answered ${status}${expected === undefined ? '' : `, expected ${expected}`}`,
  );
  const { words = '', value, calls } = row.counterexample ?? {};
  const smallest = calls === undefined ? 'value' : 'history';
  const service = target.kind === 'own sandbox' ? 'sandbox' : target.address;
  const [cause] = groupByCause([row]);
  const sent = describeSent(row, maxSentLength);
  return `# ${cause?.title ?? row.requirement}

The interface document (section "${row.section}") states: ${row.says}

${sent === undefined ? '' : `- Sent: \`${sent}\`\n`}- Expected: ${row.expected}
- Got: ${row.actual}
${value === undefined ? '' : `- Smallest ${smallest} that shows it: ${words} \`${value}\`\n`}- Service: ${service}, ${run.startedAt}
- Requirement \`${row.requirement}\`, drift \`${row.fingerprint}\`, contract ${contract.version} (${contract.sha256}), bookdist ${tool.version}

## Steps

${steps.length > 0 ? steps.join('\n') : 'See the request below.'}
${row.curl === undefined ? '' : `\nThe failing call:\n\n${createShellBlock(row.curl)}\n`}
To run this case again:

${createShellBlock(row.again)}
`;
}

function createShellBlock(line: string): string {
  return `\`\`\`sh\n${line}\n\`\`\``;
}

export interface CardContext {
  readonly report: Report;
  readonly exchanges: ExchangesByNumber;
  /** Returns the address of a requirement; by default its row on the same page. */
  readonly getAddress?: (requirement: string) => string;
}

/** The most characters of a sent value on a card. */
const maxSentLength = 300;

export function renderDriftCard(
  row: FindingRow,
  { report, exchanges, getAddress = (id) => `#${id}` }: CardContext,
): Markup {
  const { fingerprint } = row;
  const sent = describeSent(row, maxSentLength);
  return html`<article
    class="card"
    id="drift-${fingerprint}"
    aria-labelledby="says-${fingerprint}"
    tabindex="-1"
  >
    <h4 id="says-${fingerprint}">${markCode(row.says)}</h4>
    ${renderCardFacts(row, getAddress(row.requirement))}
    ${sent !== undefined && html`<p class="sent"><b>Sent:</b> <code>${sent}</code></p>`}
    ${renderHistory(row)} ${renderDifference(row)} ${renderCounterexample(row)}
    ${renderCaseTimeline(row, exchanges)} ${row.exchange && renderFailingExchange(row.exchange)}
    <div class="commands">
      ${row.curl !== undefined && command('curl', row.curl)} ${command('Run this case', row.again)}
      ${row.script !== undefined && command('Script', `sh ${row.script}`)}
    </div>
    <div class="compose">
      ${renderAcceptForm(row, report)}
      ${foldedDetails(
        'Report…',
        html`<p class="note">Paste this into an issue tracker.</p>
          ${textToCopy('issue', writeIssue(row, report))}`,
      )}
    </div>
  </article>`;
}

/** @param address the address of the requirement */
function renderCardFacts(row: FindingRow, address: string): Markup {
  const { fingerprint } = row;
  const frequency = describeFrequency(row);
  return html`<p class="line soft">
    <span>${row.section}</span>
    ${row.since !== undefined && html`<span>since ${formatMinute(row.since)}</span>`}
    ${row.known !== undefined && row.known.reason !== '' && html`<span>accepted until ${row.known.until}: ${row.known.reason}</span>`}
    ${frequency !== undefined && html`<span>drifted ${frequency}</span>`}
    <a href="${address}">the requirement</a>
    <a class="fingerprint" href="#drift-${fingerprint}" aria-label="Link to drift ${fingerprint}"
      >${fingerprint}</a
    >
  </p>`;
}

function renderFailingExchange(exchange: ExchangeRow): Markup {
  const messages = formatExchange(exchange).map((text) => html`<pre tabindex="0">${text}</pre>`);
  return foldedDetails(
    'The failing request and response',
    html`<div class="exchange">${messages}</div>`,
  );
}

/** Returns the expected and the actual result in one short line; for long values, only the place that differs. */
export function formatShortSides(row: FindingRow): string {
  const place = row.values === undefined ? undefined : findDifferingPlace(row);
  const name = place?.names.join('.') ?? '';
  const prefix = name === '' ? '' : `${name}: `;
  const { permittedStatuses = [], actual: status } = findWrongStatus(row) ?? {};
  if (status !== undefined) {
    const { length } = permittedStatuses;
    const expected = length > 2 ? `one of ${length} statuses` : permittedStatuses.join(' or ');
    return `${prefix}expected ${expected}, got ${status}`;
  }
  const { expected, actual } = (name && place) || row;
  const [left, right] = [expected, actual].map((text) => truncate(toPlainText(text), 40));
  return `${prefix}expected ${left}, got ${right}`;
}

/** Returns what was tested. The monitor's sentence about every response is reworded, because it would read as if the response conformed. */
export function describeTest({ kind, sentence }: FindingRow): string {
  const pattern = /^holds in every response of (\S+) \((\d+) times?\)$/;
  const [, operation, times] = pattern.exec(sentence) ?? [];
  if (kind !== 'monitor' || operation === undefined) return sentence;
  return `every response of ${operation}, ${times} in this run`;
}

function renderHistory({ counterexample }: FindingRow): Content {
  if (counterexample?.calls === undefined) return undefined;
  const { calls, value } = counterexample;
  return html`<p class="smallest">
    <b>Shortest history that shows it:</b> ${formatCount(calls, 'call')}, <code>${value}</code>
  </p>`;
}

function renderCounterexample({ counterexample }: FindingRow): Content {
  // Without words, only the program that drew the value can read it.
  if (counterexample?.words === undefined) return undefined;
  const { value, words, runs, shrinks, seed, confirmed } = counterexample;
  const facts = [
    `Value ${runs} of this run (seed ${seed})`,
    shrinks > 0 ? `, made smaller ${shrinks} times` : '',
    confirmed === undefined
      ? '.'
      : `. In ${confirmed.times} repetitions, the drift occurred ${confirmed.shown} times.`,
  ];
  return html`<p class="smallest">
    <b>Smallest value that shows it:</b> ${words}, <code>${value}</code>
    <span class="soft">${facts}</span>
  </p>`;
}

function renderCaseTimeline(row: FindingRow, exchanges: ExchangesByNumber): Content {
  const calls = row.calls ?? (row.exchange === undefined ? [] : [toCallRow(row.exchange)]);
  if (calls.length === 0) return undefined;
  const failingNumber = row.exchange?.number ?? calls.at(-1)?.number;
  const start = Date.parse(calls[0]?.startedAt ?? '');
  const omittedCount = row.callsLeftOut ?? 0;
  return html`<div class="timeline" role="group" aria-label="Calls of the case">
    <b>
      ${calls.length === 1 ? 'One call shows the drift' : `${formatCount(calls.length, 'call')} lead to the drift`}
    </b>
    ${omittedCount > 0 && html`<p class="soft">${formatCount(omittedCount, 'earlier call')} left out.</p>`}
    <ol class="plain">
      ${calls.map((call) => renderTimelineItem(call, { row, exchanges, start, isFailing: call.number === failingNumber }))}
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
}

function renderTimelineItem(call: CallRow, context: TimelineContext): Markup {
  const { row, exchanges, start, isFailing } = context;
  const offset = Date.parse(call.startedAt ?? '') - start;
  const path = call.path.replace(/^\/v2\/distribution/, '') || '/';
  const text = html`<b>${call.method}</b> <code>${path}</code>`;
  const wanted = isFailing
    ? html`<b class="failing">failed:</b> expected ${row.expected}`
    : describeExpectation(call);
  const took = `${Number.isNaN(offset) ? '' : `+${formatDuration(offset)}, `}took ${formatDuration(call.took)}`;
  return html`<li class="${isFailing && 'fails drifts'}">
    ${exchanges.has(call.number) ? html`<a href="#exchange-${call.number}" data-case="${row.fingerprint}">${text}</a>` : html`<span>${text}</span>`}
    <b class="status">${call.status}</b>
    <span class="wanted">${wanted}</span>
    <span class="soft when">${took}</span>
  </li>`;
}

function describeExpectation({ expected, status }: CallRow): string {
  if (expected !== undefined) return `as expected: ${expected}`;
  return status < 400 ? 'preparation' : 'part of the case';
}

/** The entry that accepts a drift temporarily; undefined for advice and for drifts that are already accepted. */
export function renderAcceptForm(row: FindingRow, report: Report): Content {
  if (row.level === 'should' || row.verdict === 'known') return undefined;
  const { entry, says } = createEntry(row, report);
  const filled = { ...entry, reason: 'WHY, and the ticket' };
  return foldedDetails(
    'Accept until…',
    html`<p class="note">
        Add this to <code>known-drifts.yaml</code>. Until that day the drift does not fail a run.
      </p>
      <div class="line" data-accept data-since="${entry.since}" data-until="${entry.until}"></div>
      ${textToCopy('entry', appendEntries('', [{ entry: filled, says }], ''))}`,
  );
}
