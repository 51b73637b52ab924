/** Groups of options that several commands share, and the parsers of their values. */
import { type Command, InvalidArgumentError } from 'commander';
import type { MinProven } from '../report/record/index.ts';
import type { Shell } from './shell/index.ts';

/** Options as commander parsed them. Those that may hold a secret stay strings, because commander prints values that a parser refuses. */
export interface ConnectionFlags {
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly proxy?: string;
  /** Milliseconds. */
  readonly wait?: number;
}

export const connectionVariablesHelp = `  DISTRIBUTION_HEADERS  more headers, one NAME=VALUE per line; like the key, their values are never shown
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY  as in other tools; --proxy takes precedence`;

/** Collects the values of a repeatable option. Values are not split, because they may contain commas. */
export function collectText(text: string, values: readonly string[] = []): string[] {
  return [...values, text];
}

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

export function withFormatOption(command: Command): Command {
  return command.option(
    '--format <list>',
    'json, html, junit, ctrf, markdown, har, badge; github for annotations on stdout,\nagent for the failures alone, as JSON lines on stdout\n(default: every file, and github under GitHub Actions)',
    parseList,
  );
}

const failConditions = ['drift', 'changed', 'surprising', 'caller'] as const;

/** A condition that ends a command with exit code 1. Only judged traffic has callers. */
type FailCondition = (typeof failConditions)[number];

export interface BaselineFlags {
  readonly observed?: string;
  readonly failOn?: readonly FailCondition[];
  readonly known?: string;
  readonly updateKnown?: boolean;
}

/** Adds the options to a command. With `judgesCallers`, --fail-on also takes `caller`. */
export function withBaselineOptions(command: Command, judgesCallers = false): Command {
  const allowed = failConditions.filter((condition) => judgesCallers || condition !== 'caller');
  const further = allowed.slice(1).join(', ');
  const parse = (text: string, values?: readonly FailCondition[]): readonly FailCondition[] =>
    parseFailCondition(text, allowed, values);
  return command
    .option('--observed <file>', 'compare with the answers of an earlier run, its observed.json')
    .option(
      '--fail-on <what>',
      `also exit with 1 for this: ${further} (repeatable; drift always does)`,
      parse,
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

export interface TrafficFlags extends FormatFlags, BaselineFlags {
  readonly only?: string;
  readonly out: string;
  readonly minProven?: MinProven;
}

export function withTrafficOptions(command: Command): Command {
  command
    .option('--only <id>', 'only requirements whose id starts with this')
    .option('--out <dir>', 'where the report goes', 'reports')
    .option(
      '--min-proven <n>',
      'exit with 3 if less is proven: a number of requirements, or a share such as 40%',
      parseMinProven,
    );
  return withFormatOption(withBaselineOptions(command, true));
}

export interface VerbosityFlags {
  readonly plain?: boolean;
  readonly quiet?: boolean;
}

export function withVerbosityOptions(command: Command): Command {
  return command
    .option('--plain', 'no colour and no live line, even on a terminal')
    .option('--quiet', 'print only the verdict, in one line');
}

/** Returns a shell whose output follows the options. */
export function applyVerbosity(shell: Shell, { plain, quiet = false }: VerbosityFlags): Shell {
  const { outTerminal, errTerminal } = shell;
  return {
    ...shell,
    outTerminal: { ...outTerminal, colour: outTerminal.colour && !plain, quiet },
    errTerminal: { ...errTerminal, isTerminal: errTerminal.isTerminal && !plain && !quiet, quiet },
  };
}

export function parseWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  return Number(text);
}

export function parseCount(text: string): number {
  const number = parseWholeNumber(text);
  if (number < 1) throw new InvalidArgumentError('It takes a whole number of at least 1.');
  return number;
}

/** Parses a signed 32-bit number, which fast-check takes as a seed. */
export function parseSeed(text: string): number {
  const number = Number(text);
  if (!/^-?\d{1,10}$/.test(text) || number !== (number | 0)) {
    throw new InvalidArgumentError('It takes a whole number from -2147483648 to 2147483647.');
  }
  return number;
}

/** Parses a positive number, which may have a fraction. */
export function parsePositiveNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !(number > 0)) {
    throw new InvalidArgumentError('It takes a number above 0.');
  }
  return number;
}

/** Parses a port; 0 means any free port. */
export function parsePort(text: string): number {
  const number = parseWholeNumber(text);
  if (number > 65_535) throw new InvalidArgumentError('A port is a number up to 65535.');
  return number;
}

const unitLengths: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Parses a duration such as `90s` or `5m` into milliseconds. A number without a unit is in seconds. */
export function parseDuration(text: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (unitLengths[unit] ?? Number.NaN);
  if (!(milliseconds > 0)) {
    throw new InvalidArgumentError('It takes a time such as 90s, 5m or 1h.');
  }
  return milliseconds;
}

/** Parses an ISO 8601 time into milliseconds since the epoch. */
export function parseTimeOption(text: string): number {
  const milliseconds = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    throw new InvalidArgumentError('It takes a time such as 2026-03-01T12:00:00Z.');
  }
  return milliseconds;
}

/** Collects the values of a repeatable option. A comma also separates values. */
export function parseList(text: string, values: readonly string[] = []): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...values, ...parts.filter((part) => part !== '')];
}

/** Parses the required amount of proof: a number of requirements such as `180`, or a share such as `95%`. */
export function parseMinProven(text: string): MinProven {
  const [, digits, sign] = /^(\d{1,6}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const amount = Number(digits);
  if (!(sign === '%' ? amount <= 100 : Number.isInteger(amount))) {
    throw new InvalidArgumentError('It takes a number such as 180, or a share such as 95%.');
  }
  return { amount, unit: sign === '%' ? 'percent' : 'requirements' };
}

/** Parses a version of this project, such as `0.1.0`. */
export function parseVersion(text: string): string {
  if (/^\d+\.\d+\.\d+$/.test(text)) return text;
  throw new InvalidArgumentError('It takes a version such as 0.1.0.');
}
