/** Writes the comparison as Markdown. */
import { faultCount, readingSets } from './services.ts';

/** The results of one tool. */
export interface Result {
  readonly name: string;
  readonly version: string;
  readonly problemFormat: string;
  readonly setup: string;
  readonly command: string;
  /** The number of requests in one run on the correct sandbox. */
  readonly requests: number;
  readonly booksLeft: number;
  readonly seconds: number;
  /** Complaints about correct services, by the name of their readings. */
  readonly falseAlarms: Readonly<Record<string, readonly string[]>>;
  /** Complaints about a service with a fault that the correct sandbox does not get, by fault. */
  readonly complaintsByFault: Readonly<Record<string, readonly string[]>>;
}

/** Names the correct sandbox with the first reading of each silence. */
export const defaultReadingsName = 'default readings';

/** Narrows an entry of results.json. */
export function isResult(value: unknown): value is Result {
  const texts = ['name', 'version', 'problemFormat', 'setup', 'command'];
  const keys = [...texts, 'falseAlarms', 'complaintsByFault'];
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}

/** Returns the text of results.md. */
export function formatPage(results: readonly Result[]): string {
  const faults = [...new Set(results.flatMap((result) => Object.keys(result.complaintsByFault)))];
  const setNames = [defaultReadingsName, ...readingSets.map(({ name }) => name)];
  return `${[
    '# Another tool on the same sandbox',
    'Written by `npm run bench -- peers`. [Decision 0020](../../docs/decisions/0020-measure-other-tools-on-the-same-services.md)\nexplains the measurement and its limits, and has the results of tools measured earlier.',
    `Each tool judged the same services: the correct sandbox, ${readingSets.length} sets of other readings, and ${faults.length} of\n${faultCount} faults. A tool catches a fault when it reports something that it does not report about the\ncorrect sandbox. Requests, seconds and books left are those of one run on the correct sandbox.`,
    formatSummaryTable(results),
    ...results.map(describeTool),
    '## Faults',
    formatTable(
      ['Fault', ...results.map(({ name }) => name)],
      faults.map((fault) => [
        `\`${fault}\``,
        ...results.map((result) => formatFaultCell(result, fault)),
      ]),
    ),
    '## False alarms',
    formatTable(
      ['Readings', ...results.map(({ name }) => name)],
      setNames.map((setName) => [
        setName,
        ...results.map(({ falseAlarms }) => formatCount(falseAlarms[setName])),
      ]),
    ),
  ].join('\n\n')}\n`;
}

/** Returns a table with one row for each tool. */
export function formatSummaryTable(results: readonly Result[]): string {
  const head = [
    'Tool',
    'Version',
    'Faults caught',
    'False alarms',
    'Reading sets with false alarms',
  ];
  return formatTable(
    [...head, 'Requests', 'Seconds', 'Books left'],
    results.map((result) => {
      const { name, version, complaintsByFault, falseAlarms } = result;
      return [
        name,
        version,
        countNonEmpty(Object.values(complaintsByFault)),
        formatCount(falseAlarms[defaultReadingsName]),
        countNonEmpty(readingSets.map((readingSet) => falseAlarms[readingSet.name] ?? [])),
        String(result.requests),
        String(Math.round(result.seconds)),
        String(result.booksLeft),
      ];
    }),
  );
}

/** Returns how many of the lists have an item, such as `3 of 24`. */
function countNonEmpty(lists: readonly (readonly string[])[]): string {
  return `${lists.filter(({ length }) => length > 0).length} of ${lists.length}`;
}

function describeTool({ name, problemFormat, setup, command }: Result): string {
  return `**${name}** reports a problem by ${problemFormat}. It was given ${setup}.\n\n\`\`\`sh\n${command}\n\`\`\``;
}

function formatFaultCell({ complaintsByFault }: Result, fault: string): string {
  const complaints = complaintsByFault[fault];
  if (complaints === undefined) return '';
  return complaints.length > 0 ? 'caught' : '·';
}

function formatCount(complaints: readonly string[] | undefined): string {
  return String(complaints?.length ?? '');
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
