/** Writes the comparison as Markdown. */
import { faultCount, readingSets } from './services.ts';

/** The results of one tool. */
export interface Result {
  readonly name: string;
  readonly version: string;
  readonly reports: string;
  readonly setup: string;
  readonly command: string;
  /** Of one run on the correct sandbox. */
  readonly requests: number;
  readonly booksLeft: number;
  readonly seconds: number;
  /** Complaints about correct services, by reading set. */
  readonly alarms: Readonly<Record<string, readonly string[]>>;
  /** Complaints that the correct sandbox does not get, by fault. */
  readonly caught: Readonly<Record<string, readonly string[]>>;
}

/** The correct sandbox with the first reading of each silence. */
export const defaultReadings = 'default readings';

/** Narrows an entry of results.json. */
export function isResult(value: unknown): value is Result {
  const keys = ['name', 'version', 'reports', 'setup', 'command', 'alarms', 'caught'];
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}

/** Returns the whole page. */
export function page(results: readonly Result[]): string {
  const faults = [...new Set(results.flatMap(({ caught }) => Object.keys(caught)))];
  const sets = [defaultReadings, ...readingSets.map(({ name }) => name)];
  return `${[
    '# Another tool on the same sandbox',
    'Written by `npm run bench -- peers`. [Decision 0020](../../docs/decisions/0020-measure-other-tools-on-the-same-services.md)\nexplains the measurement and its limits, and has the results of tools measured earlier.',
    `Each tool judged the same services: the correct sandbox, ${readingSets.length} sets of other readings, and ${faults.length} of\n${faultCount} faults. A tool catches a fault when it reports something that it does not report about the\ncorrect sandbox. Requests, seconds and books left are those of one run on the correct sandbox.`,
    summaryTable(results),
    ...results.map(describeTool),
    '## Faults',
    table(
      ['Fault', ...results.map(({ name }) => name)],
      faults.map((fault) => [`\`${fault}\``, ...results.map((one) => caughtCell(one, fault))]),
    ),
    '## False alarms',
    table(
      ['Readings', ...results.map(({ name }) => name)],
      sets.map((set) => [set, ...results.map(({ alarms }) => countCell(alarms[set]))]),
    ),
  ].join('\n\n')}\n`;
}

/** Returns a table with one row for each tool. */
export function summaryTable(results: readonly Result[]): string {
  const head = [
    'Tool',
    'Version',
    'Faults caught',
    'False alarms',
    'Reading sets with false alarms',
  ];
  return table(
    [...head, 'Requests', 'Seconds', 'Books left'],
    results.map(({ name, version, caught, alarms, requests, seconds, booksLeft }) => {
      const faults = Object.values(caught);
      const sets = readingSets.map((set) => alarms[set.name] ?? []);
      return [
        name,
        version,
        `${faults.filter((found) => found.length > 0).length} of ${faults.length}`,
        countCell(alarms[defaultReadings]),
        `${sets.filter((found) => found.length > 0).length} of ${sets.length}`,
        String(requests),
        String(Math.round(seconds)),
        String(booksLeft),
      ];
    }),
  );
}

function describeTool({ name, reports, setup, command }: Result): string {
  return `**${name}** reports a problem by ${reports}. It was given ${setup}.\n\n\`\`\`sh\n${command}\n\`\`\``;
}

function caughtCell({ caught }: Result, fault: string): string {
  const complaints = caught[fault];
  if (complaints === undefined) return '';
  return complaints.length > 0 ? 'caught' : '·';
}

function countCell(complaints: readonly string[] | undefined): string {
  return String(complaints?.length ?? '');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
