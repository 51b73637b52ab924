/** Writes the grade as a Markdown page, or updates single rows of the page. */
import {
  isCaught,
  median,
  type FaultGrade,
  type Grade,
  type RequirementGrade,
} from './fault-grade.ts';

/** Returns the whole page, without times and machine names, so that it changes only with the suite. */
export function formatGradePage(grade: Grade): string {
  const { faults, requirements } = grade;
  const detections = faults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const earlyCount = detections.filter((requests) => requests <= 200).length;
  return `${[
    '<!-- Written by `npm run grade -- --page docs/grade.md`; do not edit. -->',
    '# What the suite is worth',
    '',
    'The whole suite runs against one sandbox for each fault below. A fault is caught when a',
    'requirement that it breaks drifts. A drift of any other requirement is a stray. A miss and a',
    'stray both fail the grade.',
    '',
    `- ${faults.filter(isCaught).length} of ${faults.length} faults caught, ${faults.filter(({ strays }) => strays.length > 0).length} with strays`,
    `- first drift after ${median(detections)} requests (median), within 200 requests for ${earlyCount} of them`,
    `- ${requirements.filter(({ caught }) => caught.length > 0).length} of ${requirements.length} requirements drift under some fault`,
    '',
    '## Faults',
    '',
    '| fault | what the service does | breaks | first drift after |',
    '|---|---|---|---|',
    ...faults.map(formatFaultRow),
    '',
    '## Requirements',
    '',
    '| requirement | faults under which it drifts |',
    '|---|---|',
    ...requirements.map(formatRequirementRow),
  ].join('\n')}\n`;
}

function formatFaultRow(fault: FaultGrade): string {
  const { name, says, breaks, detectedAfter } = fault;
  const detection =
    detectedAfter === undefined
      ? isCaught(fault)
        ? 'nothing conforms'
        : 'missed'
      : `${detectedAfter} requests`;
  return `| \`${name}\` | ${says.replaceAll('|', '\\|')} | ${breaks.map((id) => `\`${id}\``).join(' ')} | ${detection} |`;
}

function formatRequirementRow({ id, level, caught, reason }: RequirementGrade): string {
  const [first, second, third, ...otherFaults] = caught;
  const firstFaults = [first, second, third].flatMap((name) =>
    name === undefined ? [] : [`\`${name}\``],
  );
  const remainder = otherFaults.length === 0 ? '' : ` and ${otherFaults.length} more`;
  const faults = caught.length === 0 ? (reason ?? 'none') : `${firstFaults.join(' ')}${remainder}`;
  return `| \`${id}\`${level === 'should' ? ' (advice)' : ''} | ${faults} |`;
}

type Rows = Pick<Grade, 'faults' | 'requirements'>;

const summaryPattern = /^- \d+ of \d+ faults caught/m;

/**
 * Returns the page with the rows of the graded faults replaced or added at the end of their table.
 * Requirements get a row if they have none; their other rows change with the next whole grade.
 */
export function updateGradePage(page: string, grade: Rows): string {
  const { faults, requirements } = grade;
  const [head = '', tail = ''] = page.split('\n## Requirements\n');
  const withFaults = faults.reduce((text, fault) => putRow(text, formatFaultRow(fault)), head);
  const brokenIds = new Set(faults.flatMap(({ breaks }) => breaks));
  const withRequirements = requirements
    .filter(({ id }) => brokenIds.has(id) && !tail.includes(`\n| \`${id}\``))
    .reduce((text, requirement) => putRow(text, formatRequirementRow(requirement)), tail);
  return `${updateFaultCount(withFaults)}\n## Requirements\n${withRequirements}`;
}

/** Replaces the row with the same first cell, or adds the row at the end. */
function putRow(text: string, row: string): string {
  const [, name = ''] = row.split('|');
  const rows = text.trimEnd().split('\n');
  const index = rows.findIndex((line) => line.startsWith(`|${name}|`));
  const updatedRows = index < 0 ? [...rows, row] : rows.with(index, row);
  return `${updatedRows.join('\n')}\n`;
}

function updateFaultCount(text: string): string {
  const rows = text.match(/^\| `.*$/gm) ?? [];
  const missedCount = rows.filter((row) => row.endsWith('| missed |')).length;
  return text.replace(
    summaryPattern,
    `- ${rows.length - missedCount} of ${rows.length} faults caught`,
  );
}
