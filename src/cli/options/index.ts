/** Groups of options that several commands share, and the parsers of their values. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MinProven } from '../../report/record/index.ts';
import type { Shell } from '../shell/index.ts';

/** As commander parsed them. Options that may hold a secret stay text, because commander repeats values that its parsers refuse. */
export interface ConnectionFlags {
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly proxy?: string;
  /** Milliseconds. */
  readonly wait?: number;
}

/** The help text about environment variables. */
export const connectionVariablesHelp = `  DISTRIBUTION_HEADERS  more headers, one NAME=VALUE per line; like the key, their values are never shown
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY  as in other tools; --proxy takes precedence`;

/** Not split, because a value may contain commas. */
function collectText(text: string, values?: readonly string[]): string[] {
  return [...(values ?? []), text];
}

/** Adds the options to a command. */
export function withConnectionOptions(command: Command): Command {
  return command
    .option(
      '--header <NAME=VALUE>',
      'a header for every request to the service, never to its storage (repeatable);\nsecret ones go into DISTRIBUTION_HEADERS',
      collectText,
    )
    .option('--ca <file>', 'also trust the certificates in this PEM file')
    .option('--proxy <url>', 'connect through this proxy (default: HTTPS_PROXY, HTTP_PROXY)')
    .option(
      '--wait <time>',
      'how long the service may take to start responding, such as 60s',
      parseDuration,
    );
}

export interface FormatFlags {
  readonly format?: readonly string[];
  /** False with `--no-bodies`. */
  readonly bodies?: boolean;
}

/** Adds the option to a command. */
export function withFormatOption(command: Command): Command {
  return command.option(
    '--format <list>',
    'json, html, junit, markdown, har, badge, and github for annotations on stdout\n(default: every file, and github under GitHub Actions)',
    parseList,
  );
}

const failConditions = ['drift', 'changed', 'surprising', 'caller'] as const;

/** A condition that ends a command with exit code 1. Only judged traffic has callers. */
type FailCondition = (typeof failConditions)[number];

export interface MemoryFlags {
  readonly observed?: string;
  readonly failOn?: readonly FailCondition[];
  readonly known?: string;
  readonly updateKnown?: boolean;
}

/** Adds the options to a command. @param judgesCallers whether --fail-on takes `caller` */
export function withMemoryOptions(command: Command, judgesCallers = false): Command {
  const allowed = failConditions.filter((condition) => judgesCallers || condition !== 'caller');
  const [, ...more] = allowed;
  return command
    .option('--observed <file>', 'compare with the answers of an earlier run, its observed.json')
    .addOption(
      new Option(
        '--fail-on <what>',
        `also exit with 1 for this: ${more.join(', ')} (repeatable; drift always does)`,
      ).argParser((text: string, values: readonly FailCondition[] | undefined) =>
        parseFailCondition(text, allowed, values),
      ),
    )
    .option(
      '--known <file>',
      'temporarily accepted drifts (default: known-drifts.yaml, if it exists)',
    )
    .option('--update-known', 'add new drifts to that file, with reasons to fill in');
}

function parseFailCondition(
  text: string,
  allowed: readonly FailCondition[],
  values: readonly FailCondition[] = [],
): readonly FailCondition[] {
  const condition = allowed.find((choice) => choice === text);
  if (condition !== undefined) return [...values, condition];
  throw new InvalidArgumentError(`Allowed choices are ${allowed.join(', ')}.`);
}

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
  return withFormatOption(withMemoryOptions(command, true));
}

export interface VerbosityFlags {
  readonly plain?: boolean;
  readonly quiet?: boolean;
}

/** Adds the options to a command. */
export function withVerbosityOptions(command: Command): Command {
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

/** A whole number from 0 on. */
export function parseWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  return Number(text);
}

/** A whole number from 1 on. */
export function parseCount(text: string): number {
  const number = parseWholeNumber(text);
  if (number < 1) throw new InvalidArgumentError('It takes a whole number of at least 1.');
  return number;
}

/** A whole number that fast-check takes as a seed: 32 bits, with or without a sign. */
export function parseSeed(text: string): number {
  const number = Number(text);
  if (!/^-?\d{1,10}$/.test(text) || number !== (number | 0)) {
    throw new InvalidArgumentError('It takes a whole number from -2147483648 to 2147483647.');
  }
  return number;
}

/** A positive number, fractions included. */
export function parsePositiveNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !(number > 0)) {
    throw new InvalidArgumentError('It takes a number above 0.');
  }
  return number;
}

/** A port, 0 for any that is free. */
export function parsePort(text: string): number {
  const number = parseWholeNumber(text);
  if (number > 65_535) throw new InvalidArgumentError('A port is a number up to 65535.');
  return number;
}

const unitLengths: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A length of time such as `90`, `90s`, `5m`; milliseconds, bare numbers being seconds. */
export function parseDuration(text: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (unitLengths[unit] ?? Number.NaN);
  if (!(milliseconds > 0)) {
    throw new InvalidArgumentError('It takes a time such as 90s, 5m or 1h.');
  }
  return milliseconds;
}

/** A point in time in ISO 8601; parsed to milliseconds since the epoch. */
export function parseInstant(text: string): number {
  const milliseconds = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    throw new InvalidArgumentError('It takes a time such as 2026-03-01T12:00:00Z.');
  }
  return milliseconds;
}

/** Collects the values of an option that may be repeated. A comma also separates values. */
export function parseList(text: string, values: readonly string[] = []): string[] {
  return [
    ...values,
    ...text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ];
}

/** The required amount of proof: a number of requirements such as `180`, or a share such as `95%`. */
export function minProven(text: string): MinProven {
  const [, digits, sign] = /^(\d{1,6}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const amount = Number(digits);
  const fits = sign === '%' ? amount <= 100 : Number.isInteger(amount);
  if (digits === undefined || !fits) {
    throw new InvalidArgumentError('It takes a number such as 180, or a share such as 95%.');
  }
  return { amount, of: sign === '%' ? 'percent' : 'requirements' };
}

/** A version of this project such as `0.1.0`. */
export function parseVersion(text: string): string {
  if (/^\d+\.\d+\.\d+$/.test(text)) return text;
  throw new InvalidArgumentError('It takes a version such as 0.1.0.');
}
