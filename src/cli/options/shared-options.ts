/** Groups of options that several commands share. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MinProven } from '../../report/record/index.ts';
import type { Shell } from '../shell/index.ts';
import { duration, minProven, several } from './option-values.ts';

/** As commander parsed them. Options that may hold a secret stay text, because commander repeats values that its parsers refuse. */
export interface ConnectionFlags {
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly proxy?: string;
  /** Milliseconds. */
  readonly wait?: number;
}

/** The help text about environment variables. */
export const connectionEnvironment = `  DISTRIBUTION_HEADERS  more headers, one NAME=VALUE per line; like the key, their values are never shown
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY  as in other tools; --proxy takes precedence`;

/** Not split, because a value may contain commas. */
function alsoText(text: string, before?: readonly string[]): string[] {
  return [...(before ?? []), text];
}

/** Adds the options to a command. */
export function withConnectionOptions(command: Command): Command {
  return command
    .option(
      '--header <NAME=VALUE>',
      'a header for every request to the service, never to its storage (repeatable);\nsecret ones go into DISTRIBUTION_HEADERS',
      alsoText,
    )
    .option('--ca <file>', 'also trust the certificates in this PEM file')
    .option('--proxy <url>', 'connect through this proxy (default: HTTPS_PROXY, HTTP_PROXY)')
    .option(
      '--wait <time>',
      'how long the service may take to start responding, such as 60s',
      duration,
    );
}

/** As commander parsed it. */
export interface FormatFlags {
  readonly format?: readonly string[];
  /** False with `--no-bodies`. */
  readonly bodies?: boolean;
}

/** Adds the option to a command. */
export function withFormats(command: Command): Command {
  return command.option(
    '--format <list>',
    'json, html, junit, markdown, har, badge, and github for annotations on stdout\n(default: every file, and github under GitHub Actions)',
    several,
  );
}

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
        `also exit with 1 for this: ${more.join(', ')} (repeatable; drift always does)`,
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

/** As commander parsed them. */
export interface TrafficFlags extends FormatFlags, MemoryFlags {
  readonly only?: string;
  readonly out: string;
  readonly minProven?: MinProven;
}

/** Adds the options to a command. */
export function withTrafficOptions(command: Command): Command {
  command
    .option('--only <id>', 'only requirements whose id starts with this')
    .option('--out <dir>', 'where the report goes', 'reports')
    .option(
      '--min-proven <n>',
      'exit with 3 if less is proven: a number of requirements, or a share such as 40%',
      minProven,
    );
  return withFormats(withMemoryOptions(command, true));
}

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
