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
  describeDrift,
  describeFrequency,
  describeSides,
  findWrongStatus,
  formatDriftLines,
  groupByCause,
  shortenSides,
} from '../../triage/index.ts';
import { createFencedBlock, formatCount, formatMinute } from '../../wording/index.ts';
import type { ExchangesByNumber } from '../exchange-list.ts';
import { formatExchange } from '../exchange-text.ts';
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
/** The facts that only the head of a card shows. */
const factNames: Readonly<Partial<Record<string, string>>> = {
  sent: 'Sent',
  before: 'Before',
  noticed: 'Noticed in',
};

export function renderDriftCard(
  row: FindingRow,
  { report, exchanges, getAddress = (id) => `#${id}` }: CardContext,
): Markup {
  const { fingerprint } = row;
  const facts = describeDrift([row], maxSentLength).flatMap(([label, text]) => {
    const name = factNames[label];
    return name === undefined
      ? []
      : [html`<p class="sent"><b>${name}:</b> <code>${text}</code></p>`];
  });
  return html`<article
    class="card"
    id="drift-${fingerprint}"
    aria-labelledby="says-${fingerprint}"
    tabindex="-1"
  >
    <h4 id="says-${fingerprint}">${markCode(row.says)}</h4>
    ${renderCardFacts(row, getAddress(row.requirement))} ${facts} ${renderHistory(row)}
    ${renderDifference(row)} ${renderCounterexample(row)} ${renderCaseTimeline(row, exchanges)}
    ${row.exchange && renderFailingExchange(row.exchange)}
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

/** The most characters of one side in a list of drifts. */
const maxShortSide = 40;

/** Returns the expected and the actual result in one short line; for a wrong status, without the body. */
export function formatShortSides(row: FindingRow): string {
  const { expected, actual } = shortenSides(row, maxShortSide);
  return describeSides({ expected, actual: String(findWrongStatus(row)?.actual ?? actual) });
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
      ${textToCopy('entry', appendEntries('', [{ entry: filled, says }], ''))}`,
  );
}

/** Returns the text of an issue as Markdown: what is wrong, the steps, and the call that shows it. */
function writeIssue(row: FindingRow, { target, run, contract, tool }: Report): string {
  const steps = (row.calls ?? []).map(
    ({ method, path, status, expected }) =>
      `1. \`${method} ${path}\` answered ${status}${expected === undefined ? '' : `, expected ${expected}`}`,
  );
  const service = target.kind === 'own sandbox' ? 'sandbox' : target.address;
  const [request = '', response = ''] = row.exchange ? formatExchange(row.exchange) : [];
  return `# ${groupByCause([row])[0]?.title ?? row.requirement}

\`${row.requirement}\` ${row.says} _(${row.section})_

${createFencedBlock(formatDriftLines([row]))}

${service}, ${run.startedAt}, drift \`${row.fingerprint}\`, contract ${contract.version} (${contract.sha256}), bookdist ${tool.version}

## Steps

${steps.length > 0 ? steps.join('\n') : 'See the request below.'}
${request && `\nThe call that shows it:\n\n${createFencedBlock([request, '', response], 'http')}\n`}`;
}
