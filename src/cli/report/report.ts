/** `bookdist report`: shows a report again, writes it in other forms, and joins the reports of shards. */
import { Command } from 'commander';
import {
  type FormatFlags,
  minProven,
  type VerbosityFlags,
  applyVerbosity,
  withFormats,
  withMemoryOptions,
} from '../options/index.ts';
import type { Shell } from '../shell/index.ts';
import type { CompareFlags } from './compare-files.ts';
import type { MergeFlags } from './report-files.ts';

const after = `
Exit codes are those of the run the report tells of; compare ends with 1 when something is new.

Examples
  bookdist report show reports/report.json --full
  bookdist report convert reports/report.json --format junit,github
  bookdist report compare yesterday/report.json reports/report.json
  bookdist report compare may.json june.json july.json --out reports
  bookdist report bundle reports --out evidence
  bookdist report check evidence
  bookdist report merge reports/1/report.json reports/2/report.json --out reports
`;

/** The options of `bookdist report show` as commander parsed them. */
interface ShowFlags extends VerbosityFlags {
  readonly full?: boolean;
}

/** Makes the command with its two words. */
export function reportCommand(shell: Shell): Command {
  const command = new Command('report')
    .description('Show a report again, write it in other forms, or join those of shards.')
    .addHelpText('after', after);
  command
    .command('show')
    .description('print the summary of a report')
    .argument('<file>', 'a report.json')
    .option('--plain', 'no colour, on a terminal either')
    .option('--full', 'all that is known of every drift, whether or not it fits the screen')
    .action(async (file: string, { full = false, ...flags }: ShowFlags) => {
      const { showReport } = await import('./report-files.ts');
      shell.exitWith(await showReport(file, full, applyVerbosity(shell, flags)));
    });
  withMemoryOptions(
    command
      .command('merge')
      .description('join the reports of all shards of one run')
      .argument('<files...>', 'the report.json of each shard')
      .option('--out <dir>', 'where the joined report goes', 'reports')
      .option('--min-proven <n>', 'end with 3 when all of them together prove less', minProven),
  ).action(async (files: readonly string[], flags: MergeFlags) => {
    const { mergeFiles } = await import('./report-files.ts');
    shell.exitWith(await mergeFiles(files, flags, shell));
  });
  withCompare(command, shell);
  withEvidence(command, shell);
  withFormats(
    command
      .command('convert')
      .description('write a report in other forms; of its exchanges it holds those it rests on')
      .argument('<file>', 'a report.json')
      .option('--out <dir>', 'where they go (default: beside the report)'),
  ).action(async (file: string, flags: FormatFlags & { readonly out?: string }) => {
    const { convertFile } = await import('./convert-report.ts');
    shell.exitWith(await convertFile(file, flags, shell));
  });
  return command;
}

function withEvidence(command: Command, shell: Shell): void {
  command
    .command('bundle')
    .description('pack report, exchanges, contract and ledger with checksums, for others to check')
    .argument('[folder]', 'where a run wrote its files', 'reports')
    .requiredOption('--out <dir>', 'a new folder for the bundle')
    .action(async (folder: string, { out }: { readonly out: string }) => {
      const { writeBundle } = await import('../evidence/index.ts');
      shell.exitWith(await writeBundle(folder, out, shell));
    });
  command
    .command('check')
    .description('check the files of a bundle, and derive its verdicts again from its exchanges')
    .argument('<folder>', 'a bundle')
    .action(async (folder: string) => {
      const { checkBundle } = await import('../evidence/index.ts');
      shell.exitWith(await checkBundle(folder, shell));
    });
}

function withCompare(command: Command, shell: Shell): void {
  command
    .command('compare')
    .description('say what differs between two reports: an old one and a new one, or two targets')
    .argument('<files...>', 'an old report.json and a new one; more become columns of the page')
    .option(
      '--out <dir>',
      'write the comparison there too: compare.json, and compare.html side by side',
    )
    .action(async (files: readonly string[], flags: CompareFlags) => {
      const { compareFiles } = await import('./compare-files.ts');
      shell.exitWith(await compareFiles(files, flags, shell));
    });
}
