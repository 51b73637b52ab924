/** Measures the suite with faults and with readings: `npm run grade -- --help`. */
import { Command, CommanderError, Option } from 'commander';
import { parseCount, parseSeed, parseList } from '../src/cli/options.ts';
import { CannotDo, createProcessShell, WrongUsage } from '../src/cli/shell/index.ts';
import { gradeAll } from './grade/grade-all.ts';
import type { GradeFlags, RunGrade } from './grade/run-grade.ts';
import { gradeContract } from './grade/grade-contract.ts';
import { gradeResponses } from './grade/grade-responses.ts';
import { gradeFairness } from './grade/grade-fairness.ts';
import { gradeNarrowed } from './grade/narrow/grade-narrowed.ts';

const helpText = `
Each fault gets its own sandbox, which the whole suite tests. The fault is caught if a
requirement that it breaks drifts. A drift of any other requirement is a stray. --fair tests
correct sandboxes under every pair of readings, and nothing may drift. --narrow restricts faults,
for example to one format or to every seventh call, and draws a sample of them by seed. Faults
that no response ever shows are not counted. --contract changes the constraints of the contract,
one at a time, and judges a correct service of the unchanged contract by each: its verdict must
change, or the report must name the changed part as unproven. --responses records a correct run,
changes one value in one response at a time, and judges the run again: it must drift or be
surprising, or the contract must say with x-any-value why any value is as good. --target judges the service at an
address instead, with the keys in DISTRIBUTION_API_KEY and DISTRIBUTION_SECOND_KEY; each run
creates, publishes and deletes books there.

Exit codes
  0    nothing missed, no stray, no requirement without a fault; with --fair, no drift; with
       --contract, every change noticed; one that only lets responses guarantee less cannot be
       noticed, and must not change the verdict; with --responses, every change noticed or explained
  1    the suite has a shortcoming, which is named
  2    the command line is wrong
  130  interrupted

Examples
  npm run grade
  npm run grade -- --fault chapter-not-added --fault page-overlaps
  npm run grade -- --sample 12
  npm run grade -- --fair
  npm run grade -- --narrow 60 --seed 1 --page docs/grade.md
  npm run grade -- --narrow 200 --seed 91 --requests 20000
  npm run grade -- --contract --sample 60
  npm run grade -- --contract --only enum-value-added
  npm run grade -- --contract --only /components/schemas/Book --depth usual
  npm run grade -- --responses --sample 300
`;

function chooseGrade({ contract, responses, fair, narrow }: GradeFlags): RunGrade {
  if (responses === true) return gradeResponses;
  if (contract === true) return gradeContract;
  if (fair === true) return gradeFairness;
  return narrow === undefined ? gradeAll : gradeNarrowed;
}

const shell = createProcessShell();
const program = new Command('npm run grade --')
  .description(
    'Shows what the suite is worth: it catches every fault and accuses no correct service.',
  )
  .option('--fair', 'sandboxes without a fault, under the readings of every silence')
  .option('--fault <name>', 'only this fault (repeatable)', parseList)
  .option('--narrow <n>', 'this many faults, each restricted to some requests', parseCount)
  .option('--requests <n>', 'with --narrow, the requests of each run (default: 1500)', parseCount)
  .option('--contract', 'a correct service, judged by single changes of the contract')
  .option('--responses', 'a correct run, judged with single changes of its responses')
  .option(
    '--only <kind|pointer>',
    'with --contract, changes of one kind, or at or below a JSON pointer',
  )
  .addOption(
    new Option('--depth <depth>', 'with --contract or --responses, the depth of each run')
      .choices(['quick', 'usual'])
      .default('quick'),
  )
  .option('--target <url>', 'with --contract or --responses, the service at this address')
  .option(
    '--sample <n>',
    'only every n-th fault, or run; with --contract or --responses, n changes',
    parseCount,
  )
  .option(
    '--random <n>',
    'with --fair, this many random combinations of all readings',
    parseCount,
    8,
  )
  .option('--seed <n>', 'the values that the suite draws (default: 7)', parseSeed)
  .option('--out <dir>', 'folder of grade.json, grade.md and fair.json', 'reports')
  .option(
    '--page <file>',
    'update the page of results, or only its JSON file if faults are left out',
  )
  .helpOption('-h, --help', 'print this help')
  .addHelpText('after', helpText)
  .exitOverride()
  .action(async (flags: GradeFlags) => {
    process.exitCode = await chooseGrade(flags)(flags, shell);
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
