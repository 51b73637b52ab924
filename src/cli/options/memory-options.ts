/** The options that hold a run against earlier ones: the same for every command that tells a verdict. */
import { InvalidArgumentError, Option, type Command } from 'commander';

const failures = ['drift', 'changed', 'surprising'] as const;

/** What ends a run with 1. */
export type Failure = (typeof failures)[number];

/** As commander parsed them. */
export interface MemoryFlags {
  readonly observed?: string;
  readonly failOn?: readonly Failure[];
  readonly known?: string;
  readonly updateKnown?: boolean;
}

/** Adds them to a command. */
export function withMemoryOptions(command: Command): Command {
  return command
    .option('--observed <file>', 'compare with the answers of an earlier run, its observed.json')
    .addOption(
      new Option(
        '--fail-on <what>',
        'what ends with 1: drift (always), changed or surprising answers as well (repeatable)',
      ).argParser(parseFailure),
    )
    .option(
      '--known <file>',
      'drifts that are put up with for a while (default: known-drifts.yaml, where there is one)',
    )
    .option('--update-known', 'add new drifts to that file, their reasons left to fill in');
}

function parseFailure(text: string, before: readonly Failure[] = []): readonly Failure[] {
  const failure = failures.find((known) => known === text);
  if (failure !== undefined) return [...before, failure];
  throw new InvalidArgumentError(`Allowed choices are ${failures.join(', ')}.`);
}
