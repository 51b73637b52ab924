/** The grade as a Markdown page: summary, faults, requirements. */
import {
  isCaught,
  median,
  type FaultGrade,
  type Grade,
  type RequirementGrade,
} from './fault-grade.ts';

/** Returns the whole page, without times and machine names, so that it changes only with the suite. */
export function gradePage(grade: Grade): string {
  const { faults, requirements } = grade;
  const after = faults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const early = after.filter((requests) => requests <= 200).length;
  return `${[
    '<!-- Written by `npm run grade -- --page docs/grade.md`; do not edit. -->',
    '# What the suite is worth',
    '',
    'The whole suite runs against one sandbox for each fault below. A fault is caught when a',
    'requirement that it breaks drifts. A drift of any other requirement is a stray. A miss and a',
    'stray both fail the grade.',
    '',
    `- ${faults.filter(isCaught).length} of ${faults.length} faults caught, ${faults.filter(({ strays }) => strays.length > 0).length} with strays`,
    `- first drift after ${median(after)} requests (median), within 200 requests for ${early} of them`,
    `- ${requirements.filter(({ caught }) => caught.length > 0).length} of ${requirements.length} requirements drift under some fault`,
    '',
    '## Faults',
    '',
    '| fault | what the service does | breaks | first drift after |',
    '|---|---|---|---|',
    ...faults.map(faultRow),
    '',
    '## Requirements',
    '',
    '| requirement | faults under which it drifts |',
    '|---|---|',
    ...requirements.map(requirementRow),
  ].join('\n')}\n`;
}

/** Returns the table row of a fault. */
export function faultRow(fault: FaultGrade): string {
  const { name, says, breaks, detectedAfter } = fault;
  const when =
    detectedAfter === undefined
      ? isCaught(fault)
        ? 'nothing conforms'
        : 'missed'
      : `${detectedAfter} requests`;
  return `| \`${name}\` | ${says.replaceAll('|', '\\|')} | ${breaks.map((id) => `\`${id}\``).join(' ')} | ${when} |`;
}

/** Returns the table row of a requirement. */
export function requirementRow({ id, level, caught, reason }: RequirementGrade): string {
  const [first, second, third, ...more] = caught;
  const named = [first, second, third].flatMap((name) =>
    name === undefined ? [] : [`\`${name}\``],
  );
  const rest = more.length === 0 ? '' : ` and ${more.length} more`;
  const told = caught.length === 0 ? (reason ?? 'none') : `${named.join(' ')}${rest}`;
  return `| \`${id}\`${level === 'should' ? ' (advice)' : ''} | ${told} |`;
}
