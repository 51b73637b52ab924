/** The options that control the output of a command. */
import type { Command } from 'commander';
import type { Shell } from '../shell/index.ts';

/** As commander parsed them. */
export interface VerbosityFlags {
  readonly plain?: boolean;
  readonly quiet?: boolean;
}

/** Adds the options to a command. */
export function withVerbosity(command: Command): Command {
  return command
    .option('--plain', 'no colour and no live line, even on a terminal')
    .option('--quiet', 'print only the verdict, in one line');
}

/** Returns a shell whose output follows the options. */
export function applyVerbosity(
  shell: Shell,
  { plain = false, quiet = false }: VerbosityFlags,
): Shell {
  const { outTerminal, errTerminal } = shell;
  const colour = outTerminal.colour && !plain;
  return {
    ...shell,
    outTerminal: { ...outTerminal, colour, quiet },
    errTerminal: { ...errTerminal, isTerminal: errTerminal.isTerminal && !plain && !quiet, quiet },
  };
}
