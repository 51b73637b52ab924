/** Writes a report as Markdown, for a pull request or the page of a CI job. */
import { findSurprisingAnswers, type FindingRow, type Report } from '../record/index.ts';
import { type Cause, formatDriftLines, groupByCause } from '../triage/index.ts';
import {
  describeContractCoverage,
  describeVerdict,
  formatCount,
  formatDuration,
  selectChangedParts,
  describeCallerFinding,
  selectErrored,
  selectAdviceDrifts,
  selectKnownDrifts,
  isNewDrift,
  type ReasonRow,
  describeReadOnly,
  groupByReason,
  selectUnproven,
  countForbiddenAnswers,
  countOtherDeviations,
  describeProof,
  formatVerdictHeading,
  toPlainText,
  truncate,
  createFencedBlock,
  maxValueLength,
} from '../wording/index.ts';

/** In bytes. GitHub refuses a summary above 1 MiB, and other steps of the job may write to it too. */
export const summaryLimit = 900_000;
/** The most rows of a part; the report has all of them. */
const defaultRows = 50;
const maxIds = 12;

/**
 * Writes the verdict, drifts, changed answers and unproven requirements, within GitHub's limit.
 * @param maxRows the most rows of a part
 */
export function writeMarkdown(report: Report, maxRows = defaultRows): string {
  const parts = createParts(report)
    .filter(({ rows }) => rows.length > 0)
    .map((part) => formatPart(part, maxRows));
  const text = `${[formatHead(report), ...parts].join('\n\n')}\n`;
  const isTooLong = Buffer.byteLength(text) > summaryLimit && maxRows > 1;
  return isTooLong ? writeMarkdown(report, Math.floor(maxRows / 2)) : text;
}

/** A heading with its rows. A part without rows is left out. */
interface Part {
  readonly title: string;
  readonly rows: readonly string[];
  /** The heads of a table; without them, the rows are paragraphs. */
  readonly columns?: readonly string[];
  readonly isFolded?: boolean;
}

function createParts(report: Report): Part[] {
  const { musts, advice } = selectUnproven(report);
  return [
    ...createDriftParts(report),
    {
      title: 'Surprising answers',
      columns: ['open question', 'expected', 'got'],
      rows: findSurprisingAnswers(report.silences).map(({ silence, says, answer, usual }) =>
        formatRow(`${code(silence)} ${says}`, code(usual.join(' or ')), code(answer)),
      ),
    },
    createReasonPart(`Not proven: ${formatCount(musts.length, 'requirement')}`, musts),
    createReasonPart(`Not proven: ${formatCount(advice.length, 'piece')} of advice`, advice),
    {
      title: 'New or changed parts of the contract that are not checked',
      columns: ['part', 'reason'],
      rows: selectChangedParts(report).map(({ part, reason }) =>
        formatRow(code(part), code(reason)),
      ),
    },
    createReasonPart('Failed on our side or in the network', selectErrored(report)),
    ...createCallParts(report),
  ];
}

function createDriftParts(report: Report): Part[] {
  const { changed = [], stale = [] } = report;
  const [known, advice] = [selectKnownDrifts(report), selectAdviceDrifts(report)];
  const knownTitle = formatCount(known.length, 'known drift');
  const adviceTitle = `${formatCount(advice.length, 'drift')} of advice`;
  return [
    { title: 'Drifts', rows: groupByCause(report.findings.filter(isNewDrift)).map(formatCause) },
    { title: knownTitle, rows: known.map(formatDrift), isFolded: true },
    { title: adviceTitle, rows: advice.map(formatDrift), isFolded: true },
    {
      title: 'Changed answers',
      columns: ['open question', 'before', 'now'],
      rows: changed.map(({ silence, says, answer, previous, operation }) => {
        const call = operation === undefined ? '' : ` (${operation})`;
        const question = `${code(silence)} ${says}${call}`;
        return formatRow(question, code(previous.join(', ')), code(answer));
      }),
    },
    {
      title: 'Known drifts that no longer hold',
      columns: ['entry', 'why'],
      rows: stale.map(({ fingerprint, requirement, why, reason }) =>
        formatRow(code(`${fingerprint} ${requirement}`), `${why}: ${code(reason)}`),
      ),
    },
  ];
}

/** Returns the parts about the programs that call the service, and about the books of the run. */
function createCallParts({ callers = [], leftovers }: Report): Part[] {
  const brokenRules = callers.filter(({ broken }) => broken > 0);
  return [
    {
      title: 'Rules that callers broke',
      columns: ['rule', 'calls', 'first call'],
      rows: brokenRules.map(({ id, says, broken, judged, findings: [first] }) => {
        const firstCall = first === undefined ? '' : code(describeCallerFinding(first));
        return formatRow(`${code(id)} ${says}`, `${broken} of ${judged}`, firstCall);
      }),
    },
    {
      title: 'Books left behind',
      columns: ['book', 'why'],
      rows: leftovers.map(({ id, status, reason }) =>
        formatRow(code(id), code(`${status}: ${reason}`)),
      ),
    },
  ];
}

function formatPart({ title, rows, columns, isFolded = false }: Part, maxRows: number): string {
  const heading = isFolded ? `<details><summary>${title}</summary>` : `### ${title}`;
  const shown = rows.slice(0, maxRows);
  const body =
    columns === undefined
      ? shown.join('\n\n')
      : [formatRow(...columns), `|${' --- |'.repeat(columns.length)}`, ...shown].join('\n');
  const hiddenCount = rows.length - shown.length;
  const note = hiddenCount > 0 ? [`_The report has ${hiddenCount} more._`] : [];
  return [heading, body, ...note, ...(isFolded ? ['</details>'] : [])].join('\n\n');
}

function formatHead(report: Report): string {
  const { run, target, contract, tool } = report;
  const parts = describeContractCoverage(report);
  const facts = [
    target.kind === 'own sandbox' ? 'own sandbox' : code(target.address),
    `${formatCount(run.requests, 'request')} in ${formatDuration(run.took)}`,
    `seed ${code(String(run.seed))}`,
    `allowed ${code(run.allow.join(','))}`,
    `contract ${code(`${contract.version} ${contract.sha256}`)}`,
    ...(parts === undefined ? [] : [parts]),
    code(`bookdist ${tool.version}`),
  ];
  return [
    `## ${formatVerdict(report)}`,
    ...formatProof(report),
    facts.join(' · '),
    ...(run.stoppedBecause === undefined ? [] : [code(run.stoppedBecause)]),
  ].join('\n\n');
}

/** Returns what was proven, if the heading does not say it, and what a run that only read did. */
function formatProof(report: Report): string[] {
  const readOnly = describeReadOnly(report);
  const proof = report.exitCode === 1 ? [] : [`**${describeProof(report)}**.`];
  const note = readOnly === undefined ? [] : [`The run only read: ${code(readOnly)}.`];
  const text = [...proof, ...note].join(' ');
  return text === '' ? [] : [text];
}

function formatVerdict(report: Report): string {
  const { title, kind } = describeVerdict(report);
  if (report.exitCode === 0) {
    const hasKnown = report.findings.some(({ known }) => known !== undefined);
    const heading = title.replace('conforms', hasKnown ? 'No new drift' : 'No drift');
    return `${kind === 'conforms' ? '✅' : '🟡'} ${heading}`;
  }
  if (report.exitCode !== 1) return `⚠️ ${formatVerdictHeading(report)}`;
  const others = [...countForbiddenAnswers(report), ...countOtherDeviations(report)];
  return `❌ ${[`${formatVerdictHeading(report)}: ${describeProof(report)}`, ...others].join(', ')}`;
}

function formatCause({ title, root, rows, operations }: Cause): string {
  const { requirement, says, section } = root;
  const isNamed = operations.every((operation) => title.includes(operation));
  const all = isNamed ? '' : ` In ${operations.join(', ')}.`;
  return `**${code(title)}**\n\n${code(requirement)} ${says} _(${section})_${all}\n\n${createFencedBlock(formatDriftLines(rows))}`;
}

function formatDrift(rows: readonly FindingRow[]): string {
  const { requirement = '', says = '', section = '' } = rows[0] ?? {};
  return `**${code(requirement)}** ${says} _(${section})_\n\n${createFencedBlock(formatDriftLines(rows))}`;
}

/** Creates the table of requirements without a verdict, by reason. */
function createReasonPart(title: string, requirements: readonly ReasonRow[]): Part {
  const rows = groupByReason(requirements).map(({ reason, ids }) => {
    const shown = ids.slice(0, maxIds).map(code).join(', ');
    const hidden = ids.length > maxIds ? ` and ${ids.length - maxIds} more` : '';
    return formatRow(`${ids.length}: ${shown}${hidden}`, code(reason));
  });
  return { title, columns: ['requirements', 'reason'], rows };
}

function formatRow(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Returns inline code, escaped so that it contains no markup, mention or end of a table cell. */
function code(text: string): string {
  return `\`${truncate(toPlainText(text), maxValueLength).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}
