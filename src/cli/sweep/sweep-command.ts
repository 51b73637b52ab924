/** `bookdist sweep`: removes the leftover books of killed runs. */
import { Command } from 'commander';
import {
  parseDuration,
  connectionVariablesHelp,
  parsePositiveNumber,
  parseList,
  withConnectionOptions,
} from '../options.ts';
import type { Shell } from '../shell/index.ts';
import type { SweepFlags } from './sweep-up.ts';
import { findTarget } from '../verify/index.ts';

const helpText = `
Before a run creates a book, it records it in made-….jsonl next to its report. It deletes that file when
no book is left. Only books that this tool created are touched.

Environment
  DISTRIBUTION_API_KEY  the key of the service
${connectionVariablesHelp}

Exit codes
  0    nothing is left
  1    something could not be removed, and is listed with its status
  2    the command line or a setting is wrong
  3    no server answers, or the key is refused
  130  interrupted; what is left is still in the file

Examples
  bookdist sweep reports/made-20261121T101500Z-4711.jsonl
  bookdist sweep reports/made-*.jsonl --allow write,publish
  bookdist sweep https://staging.example.com --older-than 2h --dry-run
  bookdist sweep --target staging --older-than 2h
`;

export function sweepCommand(shell: Shell): Command {
  const command = new Command('sweep')
    .description('Remove the books that a run left behind.')
    .argument(
      '[what...]',
      'journals of runs (made-….jsonl), or with --older-than the address of a service',
    )
    .option(
      '--older-than <time>',
      'books of any run that are older than this, such as 2h',
      parseDuration,
    )
    .option('--allow <list>', 'write, and publish to withdraw what is published', parseList, [
      'write',
    ])
    .option('--rate <n>', 'requests a second', parsePositiveNumber, 20)
    .option('--dry-run', 'only list what would be removed');
  return withConnectionOptions(command)
    .option('--target <name>', 'reach the service as this target of bookdist.yaml says')
    .option('--config <file>', 'the file of targets (default: bookdist.yaml)')
    .addHelpText('after', helpText)
    .action(async (args: readonly string[], { target }: { readonly target?: string }) => {
      const { sweepUp } = await import('./sweep-up.ts');
      const context = { shell, acceptedSettings: ['ca', 'proxy', 'wait', 'rate'] };
      const { targetShell, address } = await findTarget(command, target, context);
      const targets = args.length === 0 && address !== undefined ? [address] : args;
      shell.exitWith(await sweepUp(targets, command.opts<SweepFlags>(), targetShell));
    });
}
