/** `bookdist compare`: plays the same histories on two deployments, and names what they do differently. */
import { Command } from 'commander';
import { parseList, parseSeed } from '../options.ts';
import type { Shell } from '../shell/index.ts';
import type { CompareFlags } from './compare-targets.ts';

const helpText = `
Both services get the same calls, with the same values. A difference is a requirement that only one of them meets, or
another answer to something that the document leaves open; even with --depth quick, the runs ask all of that. If there
are differences, both runs are played again, and only what differs both times counts. To compare two reports instead,
use "bookdist report compare".

Two addresses share DISTRIBUTION_API_KEY. For two keys, name two targets of bookdist.yaml.

Exit codes: 0 no difference, 1 differences, 2 wrong usage, 3 a run did not reach its end, 130 interrupted

Examples
  bookdist compare staging production
  bookdist compare https://a.example.com https://b.example.com --allow write,delete
  bookdist compare http://127.0.0.1:4020 http://127.0.0.1:4030 --allow write,publish,delete -- --depth quick
`;

export function compareCommand(shell: Shell): Command {
  return new Command('compare')
    .description('Play the same histories on two deployments, and name the differences.')
    .argument(
      '<targets...>',
      'two addresses, or names of targets in bookdist.yaml; then, after --, more options of verify',
    )
    .option('--allow <list>', 'what the runs may do, as for verify (default: read)', parseList)
    .option('--only <id>', 'only requirements whose id starts with this')
    .option('--seed <n>', 'draw the same values again (default: a new one)', parseSeed)
    .option('--out <dir>', 'the folder for the result and both reports', 'reports/compare')
    .addHelpText('after', helpText)
    .action(async (words: readonly string[], flags: CompareFlags) => {
      const { compareTargets } = await import('./compare-targets.ts');
      shell.exitWith(await compareTargets(words, flags, shell));
    });
}
