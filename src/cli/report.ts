/** `bookdist report`: shows a report again, and joins the reports of shards. */
import { Command } from 'commander';
import type { Shell } from './shell.ts';

const after = `
Exit codes are those of the run the report tells of.

Examples
  bookdist report show reports/report.json
  bookdist report merge reports/1/report.json reports/2/report.json --out reports
`;

/** Makes the command with its two words. */
export function reportCommand(shell: Shell): Command {
  const command = new Command('report')
    .description('Show a report again, or join the reports of shards into one.')
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
    .action(async (files: readonly string[], { out }: { readonly out: string }) => {
      const { mergeFiles } = await import('./report-files.ts');
      shell.exitWith(await mergeFiles(files, out, shell));
    });
  return command;
}
