/** The grade as a Markdown page: the numbers, every fault, every requirement. */
import {
  isCaught,
  median,
  type FaultGrade,
  type Grade,
  type RequirementGrade,
} from './fault-grade.ts';

/** The whole page. It holds no time and no machine, so that it changes only when the suite does. */
export function gradePage(grade: Grade): string {
  const { faults, requirements } = grade;
  const after = faults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const early = after.filter((requests) => requests <= 200).length;
  return `${[
    '<!-- Written by `bookdist grade --page docs/grade.md`; do not edit. -->',
    '# What the suite is worth',
    '',
    'Each fault below is put into a sandbox of its own, and the whole suite is put to it. A fault',
    'is caught when a requirement it breaks drifts. A drift of a requirement that the fault does',
    'not name is a stray, and fails the build as a miss does.',
    '',
    `- ${faults.filter(isCaught).length} of ${faults.length} faults caught, ${faults.filter(({ strays }) => strays.length > 0).length} with strays`,
    `- first drift after ${median(after)} requests in the middle, within 200 requests for ${early} of them`,
    `- ${requirements.filter(({ caught }) => caught.length > 0).length} of ${requirements.length} requirements shown to drift by some fault`,
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

function faultRow(fault: FaultGrade): string {
  const { name, says, breaks, detectedAfter } = fault;
  const when =
    detectedAfter === undefined
      ? isCaught(fault)
        ? 'nothing conforms'
        : 'missed'
      : `${detectedAfter} requests`;
  return `| \`${name}\` | ${says.replaceAll('|', '\\|')} | ${breaks.map((id) => `\`${id}\``).join(' ')} | ${when} |`;
}

function requirementRow({ id, level, caught, reason }: RequirementGrade): string {
  const [first, second, third, ...more] = caught;
  const named = [first, second, third].flatMap((name) =>
    name === undefined ? [] : [`\`${name}\``],
  );
  const rest = more.length === 0 ? '' : ` and ${more.length} more`;
  const told = caught.length === 0 ? (reason ?? 'none') : `${named.join(' ')}${rest}`;
  return `| \`${id}\`${level === 'should' ? ' (advice)' : ''} | ${told} |`;
}
