/** Measures the suite with faults and with readings: `npm run grade -- --help`. */
import { Command, CommanderError } from 'commander';
import { parseCount, parseSeed, parseList } from '../src/cli/options/index.ts';
import { CannotDo, createProcessShell, WrongUsage } from '../src/cli/shell/index.ts';
import { gradeAll, type GradeFlags } from './grade/grade-all.ts';
import { gradeFairness } from './grade/grade-fairness.ts';
import { gradeNarrowed } from './grade/grade-narrowed.ts';

const helpText = `
Each fault gets its own sandbox, which the whole suite tests. The fault is caught if a
requirement that it breaks drifts. A drift of any other requirement is a stray. --fair tests
correct sandboxes under every pair of readings, and nothing may drift. --narrow restricts faults,
for example to one format or to every seventh call, and draws a sample of them by seed. Faults
that no response ever shows are not counted.

Exit codes
  0    nothing missed, no stray, no requirement without a fault; with --fair, no drift
  1    the suite has a shortcoming, which is named
  2    the command line is wrong
  130  interrupted

Examples
  npm run grade
  npm run grade -- --fault chapter-not-added --fault page-overlaps
  npm run grade -- --sample 12
  npm run grade -- --fair
  npm run grade -- --narrow 60 --seed 1 --page docs/grade.md
`;

const shell = createProcessShell();
const program = new Command('npm run grade --')
  .description(
    'Shows what the suite is worth: it catches every fault and accuses no correct service.',
  )
  .option('--fair', 'sandboxes without a fault, under the readings of every silence')
  .option('--fault <name>', 'only this fault (repeatable)', parseList)
  .option('--narrow <n>', 'this many faults, each restricted to some requests', parseCount)
  .option('--service <module>', 'with --narrow, another service than the sandbox')
  .option('--sample <n>', 'only every n-th fault, or run', parseCount)
  .option(
    '--random <n>',
    'with --fair, this many random combinations of all readings',
    parseCount,
    8,
  )
  .option('--seed <n>', 'the values that the suite draws (default: 7)', parseSeed)
  .option('--out <dir>', 'folder of grade.json and fair.json', 'reports')
  .option('--page <file>', 'write the table of faults and requirements as Markdown')
  .helpOption('-h, --help', 'print this help')
  .addHelpText('after', helpText)
  .exitOverride()
  .action(async (flags: GradeFlags) => {
    const measureFaults = flags.narrow === undefined ? gradeAll : gradeNarrowed;
    process.exitCode = await (flags.fair === true ? gradeFairness : measureFaults)(flags, shell);
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else if (error instanceof WrongUsage || error instanceof CannotDo) {
    shell.err(`grade: ${error.message}\n`);
    process.exitCode = 2;
  } else {
    throw error;
  }
}
