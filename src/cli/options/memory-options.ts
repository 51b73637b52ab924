/** The options that compare a run with earlier ones, shared by every command with a verdict. */
import { InvalidArgumentError, Option, type Command } from 'commander';

const failures = ['drift', 'changed', 'surprising', 'caller'] as const;

/** A condition that ends a command with exit code 1. Only judged traffic has callers. */
type Failure = (typeof failures)[number];

/** As commander parsed them. */
export interface MemoryFlags {
  readonly observed?: string;
  readonly failOn?: readonly Failure[];
  readonly known?: string;
  readonly updateKnown?: boolean;
}

/** Adds the options to a command. @param judgesCallers whether --fail-on takes `caller` */
export function withMemoryOptions(command: Command, judgesCallers = false): Command {
  const allowed = failures.filter((failure) => judgesCallers || failure !== 'caller');
  const [, ...more] = allowed;
  return command
    .option('--observed <file>', 'compare with the answers of an earlier run, its observed.json')
    .addOption(
      new Option(
        '--fail-on <what>',
        `end with 1 also for this: ${more.join(', ')} (repeatable; drift always does)`,
      ).argParser((text: string, before: readonly Failure[] | undefined) =>
        parseFailure(text, allowed, before),
      ),
    )
    .option(
      '--known <file>',
      'temporarily accepted drifts (default: known-drifts.yaml, if it exists)',
    )
    .option('--update-known', 'add new drifts to that file, with reasons to fill in');
}

function parseFailure(
  text: string,
  allowed: readonly Failure[],
  before: readonly Failure[] = [],
): readonly Failure[] {
  const failure = allowed.find((known) => known === text);
  if (failure !== undefined) return [...before, failure];
  throw new InvalidArgumentError(`Allowed choices are ${allowed.join(', ')}.`);
}
