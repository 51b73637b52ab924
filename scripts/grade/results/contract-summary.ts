/** Formats the changes of the contract for a terminal: a table by kind, the unnoticed changes, and the score. */
import type { Notice } from '../contract/index.ts';
import { formatCount } from '../../../src/report/wording/index.ts';
import { paint, type Screen } from '../../../src/report/terminal/index.ts';
import {
  findUnnoticed,
  findWrongAccusations,
  isLooserResponse,
  passesContract,
  type ContractGrade,
  type JudgedChange,
} from './contract-grade.ts';
import { median } from './fault-grade.ts';

interface Options extends Screen {
  readonly file: string;
}

/** The columns of the table after the first one, with their headings. */
const columns: Readonly<Record<Notice, string>> = {
  verdict: 'verdict',
  named: 'named',
  'already unproven': 'already',
  kept: 'kept',
  unnoticed: 'unnoticed',
};
const notices: readonly Notice[] = ['verdict', 'named', 'already unproven', 'kept', 'unnoticed'];
const columnWidth = 11;

/** Formats the summary, ending in a newline. */
export function formatContractSummary(grade: ContractGrade, options: Options): string {
  const lines = [
    ...formatTable(grade.changes),
    '',
    '  verdict: the verdict or the drifting requirements changed; named: the report names the part as unproven;',
    '  already: it also does so without the change; kept: the service guarantees as much as the change demands',
    '',
    ...formatUnnoticed(grade, options),
    ...formatNumbers(grade),
    '',
    `${formatVerdict(grade, options)}   ${options.file}`,
  ];
  return `${lines.join('\n')}\n`;
}

function formatTable(changes: readonly JudgedChange[]): string[] {
  const groups = new Map<string, JudgedChange[]>();
  for (const change of changes) {
    const name = [change.kind.padEnd(32), change.sides.join('+').padEnd(17), change.class].join('');
    groups.set(name, [...(groups.get(name) ?? []), change]);
  }
  const rows = [...groups].toSorted(([a], [b]) => a.localeCompare(b));
  const nameWidth = 59;
  const formatRow = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(nameWidth) + cells.map((cell) => String(cell).padStart(columnWidth)).join('');
  const head = `${'change'.padEnd(32)}${'side'.padEnd(17)}class`;
  return [
    formatRow(head, ['changes', ...notices.map((notice) => columns[notice])]),
    ...rows.map(([name, members]) => formatRow(name, countNotices(members))),
    formatRow('all', countNotices(changes)),
  ];
}

function countNotices(changes: readonly JudgedChange[]): number[] {
  const count = (notice: Notice): number =>
    changes.filter((change) => change.notice === notice).length;
  return [changes.length, ...notices.map(count)];
}

function formatUnnoticed(grade: ContractGrade, options: Options): string[] {
  const unnoticed = findUnnoticed(grade);
  const list = (title: string, changes: readonly JudgedChange[]): string[] => {
    if (changes.length === 0) return [];
    const lines = changes.map(({ kind, description, pointer }) => [
      `    ${kind}: ${description}`,
      paint(options, 'dim', `        ${pointer}`),
    ]);
    return [paint(options, 'red', `✗ ${title}: ${changes.length}`), ...lines.flat(), ''];
  };
  return [
    ...list(
      'unnoticed',
      unnoticed.filter((change) => !isLooserResponse(change)),
    ),
    ...list(
      'only lets responses guarantee less, but changed the verdict',
      findWrongAccusations(grade),
    ),
    ...list(
      'unnoticed, but only lets responses guarantee less',
      unnoticed.filter(isLooserResponse),
    ),
  ];
}

function formatNumbers(grade: ContractGrade): string[] {
  const { changes, total, depth, seed, service, took, baseline } = grade;
  const unnoticed = findUnnoticed(grade);
  const looserCount = unnoticed.filter(isLooserResponse).length;
  const sample = changes.length === total ? '' : `${changes.length} of `;
  const failureCount = changes.filter(({ failure }) => failure !== undefined).length;
  return [
    `${sample}${formatCount(total, 'change')} of the contract, judged on ${service} with depth ${depth} and seed ${seed}`,
    `${unnoticed.length} unnoticed, of which ${looserCount} only let responses guarantee less`,
    `${failureCount} could not be judged, because the toolkit refuses the changed contract or fails with it`,
    `without a change: ${baseline.verdict}, ${formatCount(baseline.requests, 'request')}, ${formatCount(baseline.unproven.length, 'unproven part')}`,
    `a run took ${median(changes.map((change) => change.took))} ms (median), all of them ${(took / 1000).toFixed(0)} s`,
  ];
}

function formatVerdict(grade: ContractGrade, options: Options): string {
  return passesContract(grade)
    ? paint(options, 'green', 'passed')
    : paint(options, 'red', 'FAILED');
}
