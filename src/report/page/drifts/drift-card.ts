/** Renders all details of a drift: the statement, both sides, the calls of the case, and texts to copy. */
import {
  type FindingRow,
  type Report,
  type ExchangeRow,
  findDependence,
} from '../../record/index.ts';
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
  describeBefore,
  describeFrequency,
  describeNotice,
  describeSent,
  findDifferingPlace,
  findSentValue,
  findWrongStatus,
  describeCall,
  groupByCause,
  shortenSides,
} from '../../triage/index.ts';
import { truncate, formatCount, formatMinute, toPlainText } from '../../wording/index.ts';
import { type ExchangesByNumber, formatExchange } from '../exchanges/index.ts';
import { renderCaseTimeline } from './case-timeline.ts';
import { renderDifference } from './difference.ts';

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
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['Sent', describeSent(row, maxSentLength)],
    ['Before', describeBefore(row, maxSentLength)],
    ['Noticed in', describeNotice(row)],
  ];
  return html`<article
    class="card"
    id="drift-${fingerprint}"
    aria-labelledby="says-${fingerprint}"
    tabindex="-1"
  >
    <h4 id="says-${fingerprint}">${markCode(row.says)}</h4>
    ${renderCardFacts(row, getAddress(row.requirement))}
    ${parts.map(([name, text]) => text !== undefined && html`<p class="sent"><b>${name}:</b> <code>${text}</code></p>`)}
    ${renderHistory(row)} ${renderDifference(row)} ${renderCounterexample(row)}
    ${renderCaseTimeline(row, exchanges)} ${row.exchange && renderFailingExchange(row.exchange)}
    <div class="commands">
      ${command('Run this case', row.again)}
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
    ${frequency !== undefined && html`<span>${frequency}</span>`}
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
  const place =
    row.values === undefined && findSentValue(row) === undefined
      ? undefined
      : findDifferingPlace(row);
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

function renderHistory(row: FindingRow): Content {
  const { counterexample } = row;
  if (counterexample?.calls === undefined) return undefined;
  const { calls, value } = counterexample;
  const dependence = findDependence(row);
  return html`<p class="smallest">
    <b>Shortest history that shows it:</b> ${formatCount(calls, 'call')}, <code>${value}</code>
    ${dependence !== undefined && html`<span class="soft">It depends on ${dependence}.</span>`}
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

/** The most characters of a sent value or of one side, and of a request or a response. */
const maxValueLength = 300;
const maxMessageLength = 1500;

/** Returns the text of an issue as Markdown: what is wrong, the steps, and the call that shows it. */
function writeIssue(row: FindingRow, { target, run, contract, tool }: Report): string {
  const steps = (row.calls ?? []).map(
    ({ method, path, status, expected }) =>
      `1. \`${method} ${path}\` answered ${status}${expected === undefined ? '' : `, expected ${expected}`}`,
  );
  const { words = '', value, calls } = row.counterexample ?? {};
  const smallest = calls === undefined ? 'value' : 'history';
  const service = target.kind === 'own sandbox' ? 'sandbox' : target.address;
  const [cause] = groupByCause([row]);
  // The statement follows, so the title does not repeat it.
  const { title } = cause ?? { title: row.requirement };
  const sent = describeSent(row, maxValueLength);
  const sides = shortenSides(row, maxValueLength);
  const [call, extent] = [describeCall(row), describeFrequency(row)];
  return `# ${title}

The interface document (section "${row.section}") states: ${row.says}

${sent === undefined ? '' : `- Sent: \`${sent}\`\n`}- Expected: ${sides.expected}
- Got: ${sides.actual}
${call === undefined ? '' : `- Call: \`${call}\`\n`}${extent === undefined ? '' : `- Extent: ${extent}\n`}${value === undefined ? '' : `- Smallest ${smallest} that shows it: ${words} \`${value}\`\n`}- Service: ${service}, ${run.startedAt}
- Requirement \`${row.requirement}\`, drift \`${row.fingerprint}\`, contract ${contract.version} (${contract.sha256}), bookdist ${tool.version}

## Steps

${steps.length > 0 ? steps.join('\n') : 'See the request below.'}
${row.exchange === undefined ? '' : `\nThe call that shows it:\n\n${createBlock('http', formatMessages(row.exchange))}\n`}
To run this case again:

${createBlock('sh', row.again)}
`;
}

/** Returns the request and the response, each in a limited number of characters. */
function formatMessages(exchange: ExchangeRow): string {
  return formatExchange(exchange)
    .map((text) => truncate(text, maxMessageLength))
    .join('\n\n');
}

function createBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
