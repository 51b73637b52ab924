/** Updates single rows of docs/grade.md, so that a new fault does not need a whole grade. */
import { faultRow, requirementRow } from './grade-page.ts';
import type { Grade } from './fault-grade.ts';

type Rows = Pick<Grade, 'faults' | 'requirements'>;

const summary = /^- \d+ of \d+ faults caught/m;

/**
 * Returns the page with the rows of the graded faults replaced or added at the end of their table.
 * Requirements get a row if they have none; their other rows change with the next whole grade.
 */
export function updateGradePage(page: string, grade: Rows): string {
  const { faults, requirements } = grade;
  const [head = '', tail = ''] = page.split('\n## Requirements\n');
  const withFaults = faults.reduce((text, fault) => putRow(text, faultRow(fault)), head);
  const broken = new Set(faults.flatMap(({ breaks }) => breaks));
  const withRequirements = requirements
    .filter(({ id }) => broken.has(id) && !tail.includes(`\n| \`${id}\``))
    .reduce((text, requirement) => putRow(text, requirementRow(requirement)), tail);
  return `${countFaults(withFaults)}\n## Requirements\n${withRequirements}`;
}

/** Replaces the row with the same first cell, or adds the row at the end. */
function putRow(text: string, row: string): string {
  const [, name = ''] = row.split('|');
  const rows = text.trimEnd().split('\n');
  const index = rows.findIndex((line) => line.startsWith(`|${name}|`));
  const updated = index < 0 ? [...rows, row] : rows.with(index, row);
  return `${updated.join('\n')}\n`;
}

function countFaults(text: string): string {
  const rows = text.match(/^\| `.*$/gm) ?? [];
  const missed = rows.filter((row) => row.endsWith('| missed |')).length;
  return text.replace(summary, `- ${rows.length - missed} of ${rows.length} faults caught`);
}
