/** Explains a wrong command line in one sentence, and suggests the most similar name. */
import type { Command, CommanderError } from 'commander';
import { findNearest } from '../../contract/nearest.ts';
import { requirementIds } from '../../contract/requirements.ts';
import { WrongUsage } from './run-program.ts';

/** Returns one sentence about the mistake, and the command that prints the help. */
export function describeUsageError(
  error: CommanderError,
  program: Command,
  args: readonly string[],
): string {
  const command = program.commands.find((candidate) => candidate.name() === args[0]);
  const name = command === undefined ? 'bookdist' : `bookdist ${command.name()}`;
  const helpHint = `See ${name} --help.`;
  const invalidArgument = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.unknownOption': {
      const [option = ''] = invalidArgument.split('=');
      const options = (command ?? program).options.flatMap(({ long }) => long ?? []);
      return `${name} has no option ${option}.${suggest(option, ['--help', ...options])} ${helpHint}`;
    }
    case 'commander.unknownCommand':
      return `There is no command "${invalidArgument}".${suggestCommand(invalidArgument, program)} ${helpHint}`;
    default:
      return `${toSentence(error.message)} ${helpHint}`;
  }
}

/** Returns ` Did you mean …?` with a space in front, or an empty string if no known name is similar. */
export function suggest(invalidName: string, knownNames: readonly string[]): string {
  // `findNearest` misses prefixes, because `--max` is many edits away from `--max-requests`.
  const isPrefix = invalidName.replaceAll('-', '').length >= 2;
  const name =
    knownNames.find((known) => isPrefix && known.startsWith(invalidName)) ??
    findNearest(invalidName, knownNames);
  return name === undefined ? '' : ` Did you mean ${name}?`;
}

/** @throws WrongUsage for a format that --format does not take */
export function assertFormats(names: readonly string[], allowed: readonly string[]): void {
  const unknown = names.length === 0 ? '' : names.find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  throw new WrongUsage(
    `--format takes ${allowed.join(', ')}, not "${unknown}".${suggest(unknown, allowed)}`,
  );
}

/** Returns ` Did you mean …?` with the most similar id of the ledger, or else the most similar area. */
export function suggestRequirement(invalidId: string): string {
  const areas = new Set(requirementIds.map((id) => id.split('.')[0] ?? id));
  const name = findNearest(invalidId, requirementIds) ?? findNearest(invalidId, [...areas]);
  return name === undefined ? '' : ` Did you mean ${name}?`;
}

function suggestCommand(invalidCommand: string, program: Command): string {
  if (/^https?:/.test(invalidCommand)) return ` Did you mean bookdist verify ${invalidCommand}?`;
  return suggest(invalidCommand, ['help', ...program.commands.map((command) => command.name())]);
}

function toSentence(message: string): string {
  const text = message.replace(/^error: /, '').trim();
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.?$/, '.');
}
