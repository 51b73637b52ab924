/** The comparison as Markdown. */
import { alarmCount, caughtBy, usual, type Result } from './result.ts';
import { readingSets } from './services.ts';

/** The whole page; `outOf` is how many faults there are to choose from. */
export function page(results: readonly Result[], outOf: number): string {
  const asked = [...new Set(results.flatMap(({ faults }) => Object.keys(faults)))];
  return `${[
    opening(asked.length, outOf),
    summary(results),
    tools(results),
    perFault(results, asked),
    alarms(results),
  ].join('\n\n')}\n`;
}

/** One row for each tool. */
export function summary(results: readonly Result[]): string {
  return table(
    [
      'Tool',
      'Version',
      'Faults caught',
      'False alarms, first readings',
      'Reading sets with false alarms',
      'Requests',
      'Seconds',
      'Books left',
    ],
    results.map((result) => [result.name, result.version, ...figures(result)]),
  );
}

function figures(result: Result): string[] {
  if (result.missing !== undefined) return ['not installed', '', '', '', '', ''];
  const counts = readingSets.map(({ name }) => alarmCount(result, name)).filter(Boolean);
  const alarmed = counts.filter((count) => count !== '0');
  return [
    `${caughtBy(result).length} of ${Object.keys(result.faults).length}`,
    alarmCount(result, usual),
    `${alarmed.length} of ${counts.length}`,
    String(result.requests ?? ''),
    String(Math.round(result.seconds ?? 0)),
    String(result.left ?? ''),
  ];
}

function opening(asked: number, outOf: number): string {
  return [
    '# Other tools on the same sandbox',
    '',
    'Written by `npx tsx bench/peers/main.ts`; do not edit. How it was measured, and what it does not',
    'say: [decision 0020](../../docs/decisions/0020-peers-on-the-same-bench.md).',
    '',
    `Every tool judged the same services, one at a time: the correct sandbox, ${readingSets.length} sets of other`,
    `readings of it, and ${asked} of its ${outOf} faults. A fault is caught when the tool complains of something`,
    'it does not complain of on the correct sandbox. Requests, seconds and books left are those of one',
    'run on the correct sandbox, hooks and set-up included.',
  ].join('\n');
}

function tools(results: readonly Result[]): string {
  const lines = results.map((result) =>
    [
      `### ${result.name}`,
      '',
      `Says that something is wrong by: ${result.complains}. Set up with: ${result.setup}.`,
      ...(result.missing === undefined ? [] : ['', `Not installed: ${result.missing}`]),
      ...(result.command === undefined ? [] : ['', '```sh', result.command, '```']),
      ...brokenOff(result),
    ].join('\n'),
  );
  return ['## The tools', ...lines].join('\n\n');
}

function brokenOff({ broke }: Result): string[] {
  const names = Object.keys(broke);
  return names.length === 0 ? [] : ['', `Broke off on: ${names.join(', ')}.`];
}

function perFault(results: readonly Result[], asked: readonly string[]): string {
  const present = results.filter(({ missing }) => missing === undefined);
  const rows = asked.map((fault) => [
    `\`${fault}\``,
    ...present.map((result) => verdict(result.faults[fault])),
  ]);
  return `## Fault by fault\n\n${table(['Fault', ...present.map(({ name }) => name)], rows)}`;
}

function verdict(complaints: readonly string[] | undefined): string {
  if (complaints === undefined) return '';
  return complaints.length > 0 ? 'caught' : '·';
}

function alarms(results: readonly Result[]): string {
  const present = results.filter(({ missing }) => missing === undefined);
  const rows = [usual, ...readingSets.map(({ name }) => name)].map((set) => [
    set,
    ...present.map((result) => alarmCount(result, set)),
  ]);
  return `## False alarms by reading set\n\n${table(['Readings', ...present.map(({ name }) => name)], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
