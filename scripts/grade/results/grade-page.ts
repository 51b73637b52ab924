/** Writes the grade as Markdown: a page with the summary, and the tables of all faults and requirements. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import {
  findShortcomings,
  isCaught,
  type FaultGrade,
  type Grade,
  type RequirementGrade,
} from './fault-grade.ts';
import { median } from './print-grade.ts';

/** Returns the page, without times and machine names, so that it changes only with the suite. */
export function formatGradePage(grade: Grade): string {
  const { faults, requirements } = grade;
  const { missed, strays } = findShortcomings(grade);
  const detections = faults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const earlyCount = detections.filter((requests) => requests <= 200).length;
  return `${[
    '<!-- Written by `npm run grade -- --page docs/grade.md`; do not edit. -->',
    '# What the suite is worth',
    '',
    'The whole suite runs against one sandbox for each fault. A fault is caught when a requirement',
    'that it breaks drifts. A drift of any other requirement is a stray. A miss and a stray both fail',
    'the grade. [grade.json](grade.json) has the number of requests until the first drift of each fault.',
    '`npm run grade` writes the tables of all faults and requirements to `reports/grade.md`.',
    '',
    `- ${faults.length - missed.length} of ${faults.length} faults caught, ${strays.length} with strays`,
    `- first drift after ${median(detections)} requests (median), within 200 requests for ${earlyCount} of them`,
    `- ${requirements.filter(({ caught }) => caught.length > 0).length} of ${requirements.length} requirements drift under some fault`,
    ...missed.map(({ name }) => `- \`${name}\` was missed`),
    ...strays.map(({ name, strays: ids }) => `- \`${name}\` has strays: ${formatIds(ids)}`),
  ].join('\n')}\n`;
}

/** Returns the tables of all faults and requirements. */
export function formatGradeTables({ faults, requirements }: Grade): string {
  return `${[
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

/**
 * Returns what docs/grade.json has about each existing fault: the new detection, or else the earlier one.
 * A fault that was never graded is left out.
 */
export function mergeDetections(
  earlierDetections: unknown,
  grades: readonly FaultGrade[],
  existingFaults: readonly { readonly name: string }[],
): Record<string, unknown> {
  const detections = new Map<string, unknown>([
    ...Object.entries(isObject(earlierDetections) ? earlierDetections : {}),
    ...grades.map((grade) => [grade.name, describeDetection(grade)] as const),
  ]);
  const gradedFaults = existingFaults.filter(({ name }) => detections.has(name));
  return Object.fromEntries(gradedFaults.map(({ name }) => [name, detections.get(name)]));
}

/** Returns the number of requests until the first drift, or what happened instead. */
function describeDetection(fault: FaultGrade): number | string {
  return fault.detectedAfter ?? (isCaught(fault) ? 'nothing conforms' : 'missed');
}

function formatFaultRow(fault: FaultGrade): string {
  const { name, says, breaks } = fault;
  const detection = describeDetection(fault);
  const detectionCell = typeof detection === 'number' ? `${detection} requests` : detection;
  return `| \`${name}\` | ${says.replaceAll('|', '\\|')} | ${formatIds(breaks)} | ${detectionCell} |`;
}

function formatIds(ids: readonly string[]): string {
  return ids.map((id) => `\`${id}\``).join(' ');
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
