/** `bookdist report`: shows, compares and converts reports, and packs and checks their evidence. */
import { Command } from 'commander';
import {
  type FormatFlags,
  type VerbosityFlags,
  applyVerbosity,
  withFormatOption,
} from '../options.ts';
import type { Shell } from '../shell/index.ts';

const helpText = `
The exit code is that of the reported run. compare ends with 1 if something is new.

Examples
  bookdist report show reports/report.json --full
  bookdist report convert reports/report.json --format junit,github
  bookdist report compare yesterday/report.json reports/report.json
  bookdist report compare may.json june.json july.json --out reports
  bookdist report bundle reports --out evidence
  bookdist report check evidence
`;

export function reportCommand(shell: Shell): Command {
  const command = new Command('report')
    .description('Show a report again, compare it, convert it, or pack its evidence.')
    .addHelpText('after', helpText);
  command
    .command('show')
    .description('Print the summary of a report.')
    .argument('<file>', 'a report.json')
    .option('--plain', 'no colour, even on a terminal')
    .option('--full', 'every drift in full, even if it does not fit the screen')
    .action(
      async (file: string, { full, ...flags }: VerbosityFlags & { readonly full?: boolean }) => {
        const { showReport } = await import('./report-files.ts');
        shell.exitWith(await showReport(file, full === true, applyVerbosity(shell, flags)));
      },
    );
  addCompareCommand(command, shell);
  addEvidenceCommands(command, shell);
  withFormatOption(
    command
      .command('convert')
      .description(
        'Write a report in other formats, with the exchanges that its findings refer to.',
      )
      .argument('<file>', 'a report.json')
      .option('--out <dir>', 'the folder for the files (default: the folder of the report)'),
  ).action(async (file: string, flags: FormatFlags & { readonly out?: string }) => {
    const { convertFile } = await import('./report-files.ts');
    shell.exitWith(await convertFile(file, flags, shell));
  });
  return command;
}

function addEvidenceCommands(command: Command, shell: Shell): void {
  command
    .command('bundle')
    .description('Pack report, exchanges, contract and ledger with checksums, for others to check.')
    .argument('[folder]', 'where a run wrote its files', 'reports')
    .requiredOption('--out <dir>', 'a new folder for the bundle')
    .action(async (folder: string, { out }: { readonly out: string }) => {
      const { writeBundle } = await import('./bundle.ts');
      await writeBundle(folder, out, shell);
    });
  command
    .command('check')
    .description('Check the files of a bundle, and derive its verdicts again from its exchanges.')
    .argument('<folder>', 'a bundle')
    .action(async (folder: string) => {
      const { checkBundle } = await import('./bundle.ts');
      shell.exitWith(await checkBundle(folder, shell));
    });
}

function addCompareCommand(command: Command, shell: Shell): void {
  command
    .command('compare')
    .description('Compare two reports: an old one and a new one, or two targets.')
    .argument('<files...>', 'an old report.json and a new one; more become columns of the page')
    .option('--out <dir>', 'also write compare.json and compare.html to this folder')
    .action(async (files: readonly string[], { out }: { readonly out?: string }) => {
      const { compareFiles } = await import('./report-files.ts');
      shell.exitWith(await compareFiles(files, out, shell));
    });
}
