/** `bookdist report`: shows a report again, writes it in other forms, and joins the reports of shards. */
import { Command } from 'commander';
import { withFormats, type FormatFlags } from './format-options.ts';
import type { MinProven } from '../report/min-proven.ts';
import { minProven } from './options.ts';
import type { Shell } from './shell.ts';

const after = `
Exit codes are those of the run the report tells of.

Examples
  bookdist report show reports/report.json
  bookdist report convert reports/report.json --format junit,github
  bookdist report merge reports/1/report.json reports/2/report.json --out reports
`;

/** The options of `bookdist report merge` as commander parsed them. */
export interface MergeFlags {
  readonly out: string;
  readonly minProven?: MinProven;
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
    .action(async (file: string) => {
      const { showReport } = await import('./report-files.ts');
      shell.exitWith(await showReport(file, shell));
    });
  command
    .command('merge')
    .description('join the reports of all shards of one run')
    .argument('<files...>', 'the report.json of each shard')
    .option('--out <dir>', 'where the joined report goes', 'reports')
    .option('--min-proven <n>', 'end with 3 when all of them together prove less', minProven)
    .action(async (files: readonly string[], flags: MergeFlags) => {
      const { mergeFiles } = await import('./report-files.ts');
      shell.exitWith(await mergeFiles(files, flags, shell));
    });
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
