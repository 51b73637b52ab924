/** Parsers for the values of options. Each throws what commander prints for a value it cannot use. */
import { InvalidArgumentError } from 'commander';
import type { MinProven } from '../../report/record/index.ts';

/** A whole number from 0 on. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  return Number(text);
}

/** A whole number from 1 on. */
export function count(text: string): number {
  const number = wholeNumber(text);
  if (number < 1) throw new InvalidArgumentError('It takes a whole number of at least 1.');
  return number;
}

/** A whole number that fast-check takes as a seed: 32 bits, with or without a sign. */
export function seedNumber(text: string): number {
  const number = Number(text);
  if (!/^-?\d{1,10}$/.test(text) || number !== (number | 0)) {
    throw new InvalidArgumentError('It takes a whole number from -2147483648 to 2147483647.');
  }
  return number;
}

/** A positive number, fractions included. */
export function positive(text: string): number {
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !(number > 0)) {
    throw new InvalidArgumentError('It takes a number above 0.');
  }
  return number;
}

/** A port, 0 for any that is free. */
export function port(text: string): number {
  const number = wholeNumber(text);
  if (number > 65_535) throw new InvalidArgumentError('A port is a number up to 65535.');
  return number;
}

const unitLengths: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A length of time such as `90`, `90s`, `5m`; milliseconds, bare numbers being seconds. */
export function duration(text: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (unitLengths[unit] ?? Number.NaN);
  if (!(milliseconds > 0)) {
    throw new InvalidArgumentError('It takes a time such as 90s, 5m or 1h.');
  }
  return milliseconds;
}

/** A point in time in ISO 8601; parsed to milliseconds since the epoch. */
export function instant(text: string): number {
  const milliseconds = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    throw new InvalidArgumentError('It takes a time such as 2026-03-01T12:00:00Z.');
  }
  return milliseconds;
}

/** Collects the values of an option that may be repeated. A comma also separates values. */
export function several(text: string, before: readonly string[] = []): string[] {
  return [
    ...before,
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
export function version(text: string): string {
  if (/^\d+\.\d+\.\d+$/.test(text)) return text;
  throw new InvalidArgumentError('It takes a version such as 0.1.0.');
}
