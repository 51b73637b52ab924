/** `bookdist grade`: measures the suite with faults and with readings. */
import { Command } from 'commander';
import { count, seedNumber, several } from '../options/index.ts';
import type { Shell } from '../shell/index.ts';
import type { GradeFlags } from './grade-all.ts';

const after = `
Every fault gets a sandbox of its own and the whole suite. It is caught when a requirement it
breaks drifts; a drift of any other requirement is a stray. With --fair the suite is put to
sandboxes that do nothing wrong, under every pair of readings, and must find nothing.
With --narrow the faults are restricted, for example to one format or to every seventh call,
and a sample of them is drawn by seed. Faults that no response ever shows are not counted.

Exit codes
  0    nothing missed, no stray, no requirement without a fault; with --fair, no drift
  1    the suite has a shortcoming; it is named
  2    the command line is wrong
  130  interrupted

Examples
  bookdist grade
  bookdist grade --fault chapter-not-added --fault page-overlaps
  bookdist grade --sample 12
  bookdist grade --fair
  bookdist grade --narrow 60 --seed 1 --page docs/grade.md
  bookdist grade --page docs/grade.md
`;

/** Makes the command. */
export function gradeCommand(shell: Shell): Command {
  return new Command('grade')
    .description('Show what the suite is worth: every fault caught, no right service accused.')
    .option('--fair', 'sandboxes without a fault, under the readings of every silence')
    .option('--fault <name>', 'only this fault (repeatable)', several)
    .option('--narrow <n>', 'this many faults, each restricted to some requests', count)
    .option('--service <module>', 'with --narrow, another service than the sandbox')
    .option('--sample <n>', 'only every n-th fault, or run', count)
    .option(
      '--random <n>',
      'with --fair, this many random full combinations besides the pairs',
      count,
      8,
    )
    .option('--seed <n>', 'the values the suite draws (default: 7)', seedNumber)
    .option('--out <dir>', 'where grade.json, grade.html and fair.json go', 'reports')
    .option('--page <file>', 'write the table of faults and requirements as Markdown')
    .addHelpText('after', after)
    .action(async (flags: GradeFlags) => {
      const { gradeAll } = await import('./grade-all.ts');
      const { gradeFairness } = await import('./grade-fairness.ts');
      const { gradeNarrowed } = await import('./grade-narrowed.ts');
      const whole = flags.narrow === undefined ? gradeAll : gradeNarrowed;
      shell.exitWith(await (flags.fair === true ? gradeFairness : whole)(flags, shell));
    });
}
