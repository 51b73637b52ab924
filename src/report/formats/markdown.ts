/** The report as Markdown, for a pull request or the page of a CI job. */
import {
  formatCount,
  describeCall,
  selectErrored,
  describeDriftLines,
  selectAdviceDrifts,
  selectKnownDrifts,
  selectNewDrifts,
  type ReasonRow,
  describeReadOnly,
  groupByReason,
  selectUnproven,
  type RequirementDrifts,
  countDeviations,
  formatVerdictHeading,
} from '../wording/index.ts';
import { findSurprisingAnswers, type Report } from '../record/index.ts';
import { code, fence, joinParts, summaryLimit, type Part } from './markdown-parts.ts';

/** The most drifts on the terminal; the report has all of them. */
const maxDrifts = 50;
/** Ids named for one reason. */
const maxIds = 12;

/** Verdict, drifts, changed answers and what was not proven, always below GitHub's limit. */
export function markdownSummary(report: Report): string {
  const [newRows, knownRows] = [selectNewDrifts(report), selectKnownDrifts(report)];
  const advised = selectAdviceDrifts(report);
  const { musts, advice } = selectUnproven(report);
  const errored = selectErrored(report);
  const parts: Part[] = [
    tablePart('### Surprising answers', ['what is open', 'answer'], formatSurprising(report)),
    listPart('### Drifts', newRows.map(formatDrift)),
    foldedPart(formatCount(knownRows.length, 'known drift'), knownRows.map(formatDrift)),
    foldedPart(formatCount(advised.length, 'drift') + ' of advice', advised.map(formatDrift)),
    tablePart('### Changed answers', ['what is open', 'was', 'is'], formatChanges(report)),
    tablePart('### Known drifts that no longer hold', ['entry', 'why'], formatStale(report)),
    tablePart(
      `### Not proven: ${formatCount(musts.length, 'requirement')}`,
      reasonColumns,
      formatReasons(musts),
    ),
    tablePart(`### Not proven: ${advice.length} of advice`, reasonColumns, formatReasons(advice)),
    tablePart('### Failed on our side or in the network', reasonColumns, formatReasons(errored)),
    tablePart(
      '### Rules that callers broke',
      ['rule', 'calls', 'first call'],
      formatCallers(report),
    ),
    tablePart('### Books left behind', ['book', 'why'], formatLeftovers(report)),
  ];
  return joinParts(formatHead(report), parts, summaryLimit);
}

function formatHead(report: Report): string {
  const { run, target, contract, tool, summary } = report;
  const { proven, total, conforms } = summary.must;
  const readOnly = describeReadOnly(report);
  const facts = [
    target.kind === 'own sandbox' ? 'own sandbox' : code(target.address),
    `${formatCount(run.requests, 'request')} in ${(run.took / 1000).toFixed(1)} s`,
    `seed ${code(String(run.seed))}`,
    `allowed ${code(run.allow.join(','))}`,
    `contract ${code(`${contract.version} ${contract.sha256}`)}`,
    code(`bookdist ${tool.version}`),
  ];
  return [
    `## ${formatVerdict(report)}`,
    `**Proven ${proven} of ${total}**, of these **${conforms} conform**.${readOnly === undefined ? '' : ` The run only read: ${code(readOnly)}.`}`,
    facts.join(' · '),
    ...(run.stoppedBecause === undefined ? [] : [code(run.stoppedBecause)]),
  ].join('\n\n');
}

function formatVerdict(report: Report): string {
  if (report.exitCode === 0) {
    return describeReadOnly(report) === undefined
      ? '✅ No new drift'
      : '🟡 No new drift, read only';
  }
  if (report.exitCode !== 1) return `⚠️ ${formatVerdictHeading(report)}`;
  return `❌ ${formatVerdictHeading(report)}: ${countDeviations(report).join(', ')}`;
}

function formatDrift({ first: row, others }: RequirementDrifts): string {
  const more = others > 0 ? [`others     ${others} more of this requirement, in the report`] : [];
  const facts = [...describeDriftLines(row), ...more];
  return `**${code(row.requirement)}** ${row.says} _(${row.section})_\n\n${fence(facts)}`;
}

/** The columns of the tables of requirements without a verdict. */
const reasonColumns = ['requirements', 'reason'];

function formatReasons(rows: readonly ReasonRow[]): string[] {
  return groupByReason(rows).map(({ reason, ids }) => {
    const named = ids.slice(0, maxIds).map(code).join(', ');
    const more = ids.length > maxIds ? ` and ${ids.length - maxIds} more` : '';
    return `| ${ids.length}: ${named}${more} | ${code(reason)} |`;
  });
}

function formatSurprising({ silences }: Report): string[] {
  return findSurprisingAnswers(silences).map(
    ({ silence, says, answer }) => `| ${code(silence)} ${says} | ${code(answer)} |`,
  );
}

function formatChanges({ changed = [] }: Report): string[] {
  return changed.map(({ silence, says, answer, previous, operation }) => {
    const call = operation === undefined ? '' : ` (${operation})`;
    return `| ${code(silence)} ${says}${call} | ${code(previous.join(', '))} | ${code(answer)} |`;
  });
}

function formatStale({ stale = [] }: Report): string[] {
  return stale.map(({ fingerprint, requirement, why, reason }) => {
    return `| ${code(`${fingerprint} ${requirement}`)} | ${why}: ${code(reason)} |`;
  });
}

function formatCallers({ callers = [] }: Report): string[] {
  return callers
    .filter(({ broken }) => broken > 0)
    .map(({ id, says, broken, judged, findings: [first] }) => {
      const firstCall = first === undefined ? '' : code(describeCall(first));
      return `| ${code(id)} ${says} | ${broken} of ${judged} | ${firstCall} |`;
    });
}

function formatLeftovers({ leftovers }: Report): string[] {
  return leftovers.map(
    ({ id, status, reason }) => `| ${code(id)} | ${code(`${status}: ${reason}`)} |`,
  );
}

function listPart(title: string, rows: readonly string[]): Part {
  const hidden = rows.length - maxDrifts;
  const close = hidden > 0 ? { close: `_The report has ${hidden} more._` } : {};
  return { open: title, rows: rows.slice(0, maxDrifts), gap: '\n\n', ...close };
}

function foldedPart(title: string, rows: readonly string[]): Part {
  const part = listPart(`<details><summary>${title}</summary>`, rows);
  return { ...part, close: [part.close, '</details>'].filter(Boolean).join('\n\n') };
}

function tablePart(title: string, columns: readonly string[], rows: readonly string[]): Part {
  const head = `| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`;
  return { open: `${title}\n\n${head}`, rows };
}
