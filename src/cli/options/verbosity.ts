/** How much a command says, and how: the options that a log or a screen reader is glad of. */
import type { Command } from 'commander';
import type { Shell } from '../shell/index.ts';

/** As commander parsed them. */
export interface VerbosityFlags {
  readonly plain?: boolean;
  readonly quiet?: boolean;
}

/** Adds them to a command. */
export function withVerbosity(command: Command): Command {
  return command
    .option('--plain', 'no colour and no live line, on a terminal either')
    .option('--quiet', 'the verdict in one line, and nothing else');
}

/** The same shell, as little talkative as was asked for. */
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
