/** The report as Markdown, for a pull request or the page of a CI job. */
import {
  count,
  describeCall,
  erroredRequirements,
  driftLines,
  driftsOfAdvice,
  knownDrifts,
  newDrifts,
  type UntestedRow,
  readOnlyWords,
  reasonGroups,
  unprovenRequirements,
  type Drifting,
  verdictCounts,
  verdictHeading,
} from '../wording/index.ts';
import { findSurprisingAnswers, type Report } from '../record/index.ts';
import { code, fence, joinParts, summaryLimit, type Part } from './markdown-parts.ts';

/** The most drifts on the terminal; the report has all of them. */
const driftsShown = 50;
/** Ids named for one reason. */
const idsShown = 12;

/** Verdict, drifts, changed answers and what was not proven, always below GitHub's limit. */
export function markdownSummary(report: Report): string {
  const [fresh, known] = [newDrifts(report), knownDrifts(report)];
  const advised = driftsOfAdvice(report);
  const { musts, advice } = unprovenRequirements(report);
  const errored = erroredRequirements(report);
  const parts: Part[] = [
    table('### Surprising answers', ['what is open', 'answer'], surprisingRows(report)),
    listed('### Drifts', fresh.map(driftRow)),
    folded(count(known.length, 'known drift'), known.map(driftRow)),
    folded(count(advised.length, 'drift') + ' of advice', advised.map(driftRow)),
    table('### Changed answers', ['what is open', 'was', 'is'], changedRows(report)),
    table('### Known drifts that no longer hold', ['entry', 'why'], staleRows(report)),
    table(`### Not proven: ${count(musts.length, 'requirement')}`, reasons, reasonRows(musts)),
    table(`### Not proven: ${advice.length} of advice`, reasons, reasonRows(advice)),
    table('### Failed on our side or in the network', reasons, reasonRows(errored)),
    table('### Rules that callers broke', ['rule', 'calls', 'first call'], callerRows(report)),
    table('### Books left behind', ['book', 'why'], leftoverRows(report)),
  ];
  return joinParts(headOf(report), parts, summaryLimit);
}

function headOf(report: Report): string {
  const { run, target, contract, tool, summary } = report;
  const { proven, total, conforms } = summary.must;
  const more = readOnlyWords(report);
  const about = [
    target.kind === 'own sandbox' ? 'own sandbox' : code(target.address),
    `${count(run.requests, 'request')} in ${(run.took / 1000).toFixed(1)} s`,
    `seed ${code(String(run.seed))}`,
    `allowed ${code(run.allow.join(','))}`,
    `contract ${code(`${contract.version} ${contract.sha256}`)}`,
    code(`bookdist ${tool.version}`),
  ];
  return [
    `## ${verdictOf(report)}`,
    `**Proven ${proven} of ${total}**, of these **${conforms} conform**.${more === undefined ? '' : ` The run only read: ${code(more)}.`}`,
    about.join(' · '),
    ...(run.stoppedBecause === undefined ? [] : [code(run.stoppedBecause)]),
  ].join('\n\n');
}

function verdictOf(report: Report): string {
  if (report.exitCode === 0) {
    return readOnlyWords(report) === undefined ? '✅ No new drift' : '🟡 No new drift, read only';
  }
  if (report.exitCode !== 1) return `⚠️ ${verdictHeading(report)}`;
  return `❌ ${verdictHeading(report)}: ${verdictCounts(report).join(', ')}`;
}

function driftRow({ first: row, others }: Drifting): string {
  const more = others > 0 ? [`others     ${others} more of this requirement, in the report`] : [];
  const facts = [...driftLines(row), ...more];
  return `**${code(row.requirement)}** ${row.says} _(${row.section})_\n\n${fence(facts)}`;
}

/** The columns of the tables of requirements without a verdict. */
const reasons = ['requirements', 'reason'];

function reasonRows(rows: readonly UntestedRow[]): string[] {
  return reasonGroups(rows).map(({ reason, ids }) => {
    const named = ids.slice(0, idsShown).map(code).join(', ');
    const more = ids.length > idsShown ? ` and ${ids.length - idsShown} more` : '';
    return `| ${ids.length}: ${named}${more} | ${code(reason)} |`;
  });
}

function surprisingRows({ silences }: Report): string[] {
  return findSurprisingAnswers(silences).map(
    ({ silence, says, answer }) => `| ${code(silence)} ${says} | ${code(answer)} |`,
  );
}

function changedRows({ changed = [] }: Report): string[] {
  return changed.map(({ silence, says, answer, previous, operation }) => {
    const where = operation === undefined ? '' : ` (${operation})`;
    return `| ${code(silence)} ${says}${where} | ${code(previous.join(', '))} | ${code(answer)} |`;
  });
}

function staleRows({ stale = [] }: Report): string[] {
  return stale.map(({ fingerprint, requirement, why, reason }) => {
    return `| ${code(`${fingerprint} ${requirement}`)} | ${why}: ${code(reason)} |`;
  });
}

function callerRows({ callers = [] }: Report): string[] {
  return callers
    .filter(({ broken }) => broken > 0)
    .map(({ id, says, broken, judged, findings: [first] }) => {
      const shown = first === undefined ? '' : code(describeCall(first));
      return `| ${code(id)} ${says} | ${broken} of ${judged} | ${shown} |`;
    });
}

function leftoverRows({ leftovers }: Report): string[] {
  return leftovers.map(
    ({ id, status, reason }) => `| ${code(id)} | ${code(`${status}: ${reason}`)} |`,
  );
}

function listed(title: string, rows: readonly string[]): Part {
  const hidden = rows.length - driftsShown;
  const close = hidden > 0 ? { close: `_The report has ${hidden} more._` } : {};
  return { open: title, rows: rows.slice(0, driftsShown), gap: '\n\n', ...close };
}

function folded(title: string, rows: readonly string[]): Part {
  const part = listed(`<details><summary>${title}</summary>`, rows);
  return { ...part, close: [part.close, '</details>'].filter(Boolean).join('\n\n') };
}

function table(title: string, columns: readonly string[], rows: readonly string[]): Part {
  const head = `| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`;
  return { open: `${title}\n\n${head}`, rows };
}
