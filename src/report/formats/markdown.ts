/** Writes a report as Markdown, for a pull request or the page of a CI job. */
import {
  formatCount,
  describeCallerFinding,
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
import { code, createFencedBlock, joinParts, summaryLimit, type Part } from './markdown-parts.ts';

/** The most drifts in a part; the report has all of them. */
const maxDrifts = 50;
const maxIds = 12;

/** Writes the verdict, drifts, changed answers and unproven requirements, within GitHub's limit. */
export function writeMarkdown(report: Report): string {
  const known = selectKnownDrifts(report);
  const advice = selectAdviceDrifts(report);
  const unproven = selectUnproven(report);
  const counts = {
    musts: formatCount(unproven.musts.length, 'requirement'),
    advice: `${formatCount(unproven.advice.length, 'piece')} of advice`,
  };
  const parts: Part[] = [
    createTablePart('Surprising answers', ['open question', 'answer'], formatSurprising(report)),
    createListPart('### Drifts', selectNewDrifts(report).map(formatDrift)),
    createFoldedPart(formatCount(known.length, 'known drift'), known.map(formatDrift)),
    createFoldedPart(`${formatCount(advice.length, 'drift')} of advice`, advice.map(formatDrift)),
    createTablePart('Changed answers', ['open question', 'before', 'now'], formatChanges(report)),
    createTablePart('Known drifts that no longer hold', ['entry', 'why'], formatStale(report)),
    createReasonPart(`Not proven: ${counts.musts}`, unproven.musts),
    createReasonPart(`Not proven: ${counts.advice}`, unproven.advice),
    createReasonPart('Failed on our side or in the network', selectErrored(report)),
    createTablePart(
      'Rules that callers broke',
      ['rule', 'calls', 'first call'],
      formatCallers(report),
    ),
    createTablePart('Books left behind', ['book', 'why'], formatLeftovers(report)),
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
  const isReadOnly = describeReadOnly(report) !== undefined;
  if (report.exitCode === 0) return isReadOnly ? '🟡 No new drift, read only' : '✅ No new drift';
  if (report.exitCode !== 1) return `⚠️ ${formatVerdictHeading(report)}`;
  return `❌ ${formatVerdictHeading(report)}: ${countDeviations(report).join(', ')}`;
}

function formatDrift({ first: row, others }: RequirementDrifts): string {
  const facts = describeDriftLines(row);
  if (others > 0) facts.push(`others     ${others} more of this requirement, in the report`);
  return `**${code(row.requirement)}** ${row.says} _(${row.section})_\n\n${createFencedBlock(facts)}`;
}

/** Creates the table of requirements without a verdict, by reason. */
function createReasonPart(title: string, requirements: readonly ReasonRow[]): Part {
  const rows = groupByReason(requirements).map(({ reason, ids }) => {
    const shown = ids.slice(0, maxIds).map(code).join(', ');
    const hidden = ids.length > maxIds ? ` and ${ids.length - maxIds} more` : '';
    return `| ${ids.length}: ${shown}${hidden} | ${code(reason)} |`;
  });
  return createTablePart(title, ['requirements', 'reason'], rows);
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
      const firstCall = first === undefined ? '' : code(describeCallerFinding(first));
      return `| ${code(id)} ${says} | ${broken} of ${judged} | ${firstCall} |`;
    });
}

function formatLeftovers({ leftovers }: Report): string[] {
  return leftovers.map(
    ({ id, status, reason }) => `| ${code(id)} | ${code(`${status}: ${reason}`)} |`,
  );
}

function createListPart(title: string, rows: readonly string[]): Part {
  const hiddenCount = rows.length - maxDrifts;
  const ending = hiddenCount > 0 ? { ending: `_The report has ${hiddenCount} more._` } : {};
  return { heading: title, rows: rows.slice(0, maxDrifts), gap: '\n\n', ...ending };
}

function createFoldedPart(title: string, rows: readonly string[]): Part {
  const part = createListPart(`<details><summary>${title}</summary>`, rows);
  return { ...part, ending: [part.ending, '</details>'].filter(Boolean).join('\n\n') };
}

function createTablePart(title: string, columns: readonly string[], rows: readonly string[]): Part {
  const head = `| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`;
  return { heading: `### ${title}\n\n${head}`, rows };
}
