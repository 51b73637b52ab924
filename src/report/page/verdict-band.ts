/** Renders the head of a report: the verdict, a grid of all requirements, and the facts of the run. */
import { command, html, type Content, type Markup } from '../../design/pieces.ts';
import { quoteForShell, type Report, type RequirementRow } from '../record/index.ts';
import { listNewCauses, renderCauseLinks } from './cause-links.ts';
import {
  describeContractCoverage,
  formatCount,
  formatDuration,
  formatNumber,
  countOtherDeviations,
  describeCounts,
  isNewDrift,
  formatMinute,
  endedBeforeFirstCase,
  describeReadOnly,
  formatVerdictHeading,
  findVerdictReason,
  describeVerdict,
  groupByReason,
  withShortReason,
} from '../wording/index.ts';

/** Returns the name of the service for headings. */
export function describeTarget({ target }: Report): string {
  return target.kind === 'own sandbox' ? 'Our own sandbox' : target.address;
}

export function renderVerdictBand(report: Report): Markup {
  const reason = endedBeforeFirstCase(report) ? undefined : findVerdictReason(report);
  return html`${renderVerdictLine(formatVerdictHeading(report), describeVerdict(report).kind, renderLead(report))}
    ${renderCauseLinks(report)}
    ${reason !== undefined && html`<p class="notice tinted unproven">${reason}</p>`}
    ${renderRequirements(report)} ${renderNextCommand(report)}
    <dl class="line facts">
      ${listFacts(report).map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
}

/** The title of a page in the colour of a verdict, and the first sentence. */
export function renderVerdictLine(title: string, kind: string, lead: Content): Markup {
  return html`<div class="verdict-line ${kind}">
    <h1><span class="glyph tinted" aria-hidden="true"></span>${title}</h1>
    <p class="lead">${lead}</p>
  </div>`;
}

function renderLead(report: Report): Content {
  const target = html`<b>${describeTarget(report)}</b>`;
  const { proven, total } = report.summary.must;
  if (endedBeforeFirstCase(report))
    return html`${findVerdictReason(report)} <b>Nothing was tested.</b>`;
  const causes = listNewCauses(report);
  const readOnly = describeReadOnly(report);
  if (causes.length === 0 && report.run.stopped === 'stopped responding')
    return html`${target} stopped responding after ${formatCount(report.run.requests, 'request')}.
    Until then it showed no ${describeNew(report)}drift: ${proven} of ${total} requirements proven.`;
  if (causes.length === 0)
    return html`${target}
    ${proven === 0 ? 'could not be tested' : `shows no ${describeNew(report)}drift`}: ${proven} of
    ${total} requirements proven.${readOnly === undefined ? '' : ` The run only read: ${readOnly}.`}`;
  const broken = describeCounts(report.findings.filter(isNewDrift)).join(' and ');
  const counts = [broken, ...countOtherDeviations(report)].join(', ');
  return html`${target}:
    <b>${formatCount(causes.length, 'cause')}</b> ${causes.length === 1 ? 'breaks' : 'break'}
    ${counts}.`;
}

/** A drift is new only if others are known. */
function describeNew({ summary }: Report): string {
  return summary.known > 0 ? 'new ' : '';
}

function formatSituations({ situations }: Report['summary']): string | false {
  if (situations.possible === 0) return false;
  const share = Math.floor((100 * situations.judged) / situations.possible);
  return `${share} % of ${formatNumber(situations.possible)} combinations judged`;
}

function listFacts(report: Report): [string, Content][] {
  const { run, contract, tool, target, summary } = report;
  const hasBegun = !endedBeforeFirstCase(report);
  const skew = target.clockSkew ?? 0;
  const offset = Math.abs(skew);
  const rows: [string, Content][] = [
    ['Run', html`<time datetime="${run.startedAt}">${formatMinute(run.startedAt)}</time>`],
    ['Took', `${formatDuration(run.took)}, ${formatCount(run.requests, 'request')}`],
    ['Situations', hasBegun && formatSituations(summary)],
    ['Parts', hasBegun && (describeContractCoverage(report) ?? false)],
    ['Allowed', run.allow.join(', ')],
    ['Seed', hasBegun && run.seed],
    ['Contract', hasBegun && `${contract.version}, ${contract.sha256}`],
    ['bookdist', tool.version],
    ['Only', run.only ?? false],
    ['Reach', run.reach === 'shape' && 'shapes only'],
    ['Seeded faults', target.faults.length > 0 && target.faults.join(', ')],
    // A Date header has whole seconds, so a smaller difference means nothing.
    ['Service clock', offset >= 1500 && `${skew > 0 ? '+' : '−'}${formatDuration(offset)}`],
  ];
  return rows.filter(([, value]) => value !== false);
}

/** The command that proves enough, if a run was limited too much for a verdict. */
function renderNextCommand({ run, target }: Report): Content {
  if (run.needed === undefined) return undefined;
  const address = target.kind === 'own sandbox' ? '--own-sandbox' : quoteForShell(target.address);
  const allow = run.nextConsent?.allow ?? run.allow;
  return command('Prove more', `bookdist verify ${address} --allow ${allow.join(',')}`);
}

interface GridPart {
  readonly kind: string;
  readonly words: string;
  readonly number: number;
  /** The id of the section that lists the requirements of this part. */
  readonly section: string;
}

/** The most reasons with a number of their own in the legend; the others share one. */
const maxReasons = 2;

function renderRequirements(report: Report): Markup {
  const rows = selectMusts(report.requirements).map((row) => withShortReason(row, report));
  const parts = endedBeforeFirstCase(report)
    ? [{ kind: 'untested', words: 'not tested', number: rows.length, section: 'unproven' }]
    : toGridParts(rows, countMissing(report));
  return html`<figure class="stack">
    ${renderRequirementGrid(report)}
    <figcaption>
      <ul class="plain line soft">
        <li><b>${rows.length}</b> requirements:</li>
        ${parts
          .filter(({ number }) => number > 0)
          .map(
            ({ kind, words, number, section }) =>
              html`<li>
                <span class="key ${kind}" aria-hidden="true"></span
                ><a href="#${section}"><b>${number}</b> ${words}</a>
              </li>`,
          )}
      </ul>
    </figcaption>
  </figure>`;
}

function toGridParts(rows: readonly RequirementRow[], missing: number): GridPart[] {
  const toPart = (verdict: string, words: string, section: string): GridPart => {
    const { length } = rows.filter((row) => row.verdict === verdict);
    return { kind: verdict, words, number: length, section };
  };
  const section = 'unproven';
  const reasonGroups = groupByReason(rows.filter(({ verdict }) => verdict === 'unproven'));
  const otherCount = reasonGroups.slice(maxReasons).reduce((sum, { ids }) => sum + ids.length, 0);
  return [
    toPart('conforms', 'conform', 'requirements'),
    toPart('drifts', 'drift', 'drifts'),
    toPart('known', 'drift, accepted', 'drifts'),
    toPart('errored', 'broke on our side', section),
    ...reasonGroups.slice(0, maxReasons).map(({ reason, ids }) => ({
      kind: 'untested',
      words: `unproven: ${reason}`,
      number: ids.length,
      section,
    })),
    { kind: 'untested', words: 'unproven for other reasons', number: otherCount, section },
    {
      kind: 'untested',
      words: 'more needed for a verdict',
      number: missing,
      section: 'requirements',
    },
  ];
}

/**
 * Returns the grid, in the order of the ledger. A cell that drifts links to its card. Other cells have no link,
 * because two hundred links would be in the way of a keyboard, and the legend and the tables say the same in words.
 */
export function renderRequirementGrid(report: Report): Markup {
  const { requirements, findings } = report;
  const cells = selectMusts(requirements).map(({ id, verdict }) => {
    const drift = findings.find(({ requirement }) => requirement === id);
    return verdict === 'drifts' && drift !== undefined
      ? html`<a
          class="drifts"
          href="#drift-${drift.fingerprint}"
          title="${id}"
          aria-label="Drift: ${id}"
        ></a>`
      : html`<i class="${verdict === 'unproven' ? 'untested' : verdict}" title="${id}"></i>`;
  });
  const missing = Array.from(
    { length: countMissing(report) },
    () => html`<i class="untested missing"></i>`,
  );
  return html`<div class="cells">${cells}${missing}</div>`;
}

/** Returns how many requirements a verdict needs beyond those in scope; usually 0. */
function countMissing({ run, requirements }: Report): number {
  return Math.max(0, (run.needed ?? 0) - selectMusts(requirements).length);
}

/** Returns the requirements that a grid shows. */
export function selectMusts(requirements: readonly RequirementRow[]): readonly RequirementRow[] {
  return requirements.filter(({ level }) => level === 'must');
}
