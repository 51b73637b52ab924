/** The options that compare a run with earlier ones, shared by every command with a verdict. */
import { InvalidArgumentError, Option, type Command } from 'commander';

const failures = ['drift', 'changed', 'surprising'] as const;

/** A condition that ends a run with exit code 1. */
export type Failure = (typeof failures)[number];

/** As commander parsed them. */
export interface MemoryFlags {
  readonly observed?: string;
  readonly failOn?: readonly Failure[];
  readonly known?: string;
  readonly updateKnown?: boolean;
}

/** Adds the options to a command. */
export function withMemoryOptions(command: Command): Command {
  return command
    .option('--observed <file>', 'compare with the answers of an earlier run, its observed.json')
    .addOption(
      new Option(
        '--fail-on <what>',
        'end with 1 also for changed or surprising answers (repeatable; drift always does)',
      ).argParser(parseFailure),
    )
    .option(
      '--known <file>',
      'temporarily accepted drifts (default: known-drifts.yaml, if it exists)',
    )
    .option('--update-known', 'add new drifts to that file, with reasons to fill in');
}

function parseFailure(text: string, before: readonly Failure[] = []): readonly Failure[] {
  const failure = failures.find((known) => known === text);
  if (failure !== undefined) return [...before, failure];
  throw new InvalidArgumentError(`Allowed choices are ${failures.join(', ')}.`);
}
