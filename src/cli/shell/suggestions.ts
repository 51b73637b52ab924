/** Turns commander's message about a wrong command line into a plain sentence with the most similar name. */
import type { Command, CommanderError } from 'commander';
import { findNearest } from '../../contract/nearest.ts';
import { requirementIds } from '../../contract/requirements.ts';

/** Returns one sentence about the mistake, and the command that prints the help. */
export function describeUsageError(
  error: CommanderError,
  program: Command,
  args: readonly string[],
): string {
  const command = program.commands.find((candidate) => candidate.name() === args[0]);
  const name = command === undefined ? 'bookdist' : `bookdist ${command.name()}`;
  const helpHint = `See ${name} --help.`;
  const typed = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.unknownOption':
      return `${name} has no option ${optionName(typed)}.${suggest(optionName(typed), listOptions(command ?? program))} ${helpHint}`;
    case 'commander.unknownCommand':
      return `There is no command "${typed}".${suggestCommand(typed, program)} ${helpHint}`;
    default:
      return `${toSentence(error.message)} ${helpHint}`;
  }
}

function listOptions(command: Command): string[] {
  return ['--help', ...command.options.flatMap(({ long }) => long ?? [])];
}

function optionName(typed: string): string {
  return typed.split('=')[0] ?? typed;
}

/** Returns ` Did you mean …?`, or an empty string if no known name is similar. */
export function suggest(typed: string, known: readonly string[]): string {
  const name = known.find((candidate) => isPrefix(typed, candidate)) ?? findNearest(typed, known);
  return name === undefined ? '' : ` Did you mean ${name}?`;
}

/** Suggests an id of the ledger, or its area. */
export function suggestRequirement(typed: string): string {
  const areas = new Set(requirementIds.map((id) => id.split('.')[0] ?? id));
  const name = findNearest(typed, requirementIds) ?? findNearest(typed, [...areas]);
  return name === undefined ? '' : ` Did you mean ${name}?`;
}

/** True for a prefix: `--max` is many edits away from `--max-requests`, but probably means it. */
function isPrefix(typed: string, known: string): boolean {
  return typed.replaceAll('-', '').length >= 2 && known.startsWith(typed);
}

function suggestCommand(typed: string, program: Command): string {
  if (/^https?:/.test(typed)) return ` Did you mean bookdist verify ${typed}?`;
  return suggest(typed, ['help', ...program.commands.map((command) => command.name())]);
}

function toSentence(message: string): string {
  const text = message.replace(/^error: /, '').trim();
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.?$/, '.');
}
