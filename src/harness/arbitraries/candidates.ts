/** Lists values to try in place of a valid one, for each constraint of its schema. The contract decides their class. */
import { isArray, isObject, type Json, type JsonObject } from '../../contract/json-pointer.ts';
import { listOpenings } from '../../contract/requests/index.ts';
import { listTypeEdges } from './edges.ts';
import { readNumber } from './everyday.ts';
import type { Candidate, OtherWord } from './candidate.ts';

/** Returns candidates for a schema, without those that equal the present value. */
export function listCandidates(
  schema: JsonObject,
  value: unknown,
  { words, today }: { readonly words: readonly OtherWord[]; readonly today: string | undefined },
): readonly Candidate[] {
  const limits = [
    schema,
    ...listOpenings(schema).flatMap(({ unless }) => (unless ? [unless] : [])),
  ];
  return [
    ...listOfOtherTypes(schema, value),
    ...listEnum(schema, words),
    ...limits.flatMap((limit) => [...listNumbers(limit, value), ...listTexts(limit, value)]),
    ...listArrays(schema, value),
    ...listMisspelled(schema, value),
    ...listTypeEdges(schema, value, today),
    ...(isObject(value) ? [{ rule: 'unknown member', value: { ...value, bookdist: 'x' } }] : []),
  ].filter((candidate) => candidate.value !== value);
}

function listOfOtherTypes({ type }: JsonObject, value: unknown): readonly Candidate[] {
  const types = [type ?? []].flat();
  if (types.length === 0) return [];
  const entry = isArray(value) ? value[0] : value;
  const others: readonly (readonly [readonly string[], unknown])[] = [
    [['number', 'integer'], 5],
    [['string'], typeof value === 'number' ? String(value) : 'some text'],
    [['boolean'], true],
    [['array'], [entry]],
    [['object'], { value: entry }],
    [['array'], isArray(value) ? entry : undefined],
  ];
  return [
    { rule: 'null', value: null },
    ...others
      .filter(
        ([names, other]) => other !== undefined && !names.some((name) => types.includes(name)),
      )
      .map(([, other]) => ({ rule: 'another type', value: other })),
    ...(isArray(value) && !isArray(entry) ? [{ rule: 'another type', value: entry }] : []),
    ...(typeof value === 'number' ? [{ rule: 'a fraction', value: value + 0.5 }] : []),
  ];
}

function listEnum(
  { enum: values, const: constant }: JsonObject,
  words: readonly OtherWord[],
): readonly Candidate[] {
  const listed = isArray(values) ? values : constant === undefined ? [] : [constant];
  if (listed.length === 0) return [];
  return [
    ...listed.map((value) => ({ rule: `the value ${JSON.stringify(value)}`, value })),
    ...listed.flatMap((value) => (typeof value === 'string' ? listNearMisses(value) : [])),
    ...words
      .filter(({ word }) => !listed.includes(word))
      .map(({ kind, word }) => ({ rule: kind, value: word })),
  ];
}

function listNearMisses(word: string): readonly Candidate[] {
  const capital = `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`;
  return [
    ...[word.toUpperCase(), word.toLowerCase(), capital]
      .filter((other) => other !== word)
      .map((value) => ({ rule: 'another case', value })),
    ...[`${word}s`, word.slice(0, -1), ` ${word}`].map((value) => ({ rule: 'a near miss', value })),
  ];
}

/** The distance from a limit at which a service that rounds, or that has another limit, differs, too. */
const farAway = 1000;

function listNumbers(limits: JsonObject, value: unknown): readonly Candidate[] {
  if (typeof value !== 'number') return [];
  const step = readNumber(limits, 'multipleOf') ?? (Number.isInteger(value) ? 1 : 0.01);
  const round = (number: number): number => Number(number.toFixed(6));
  return ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap((key) => {
    const limit = readNumber(limits, key);
    if (limit === undefined) return [];
    const outwards = /max/i.test(key) ? step : -step;
    return [
      { rule: `just inside the ${key}`, value: round(limit - outwards) },
      { rule: `at the ${key}`, value: limit },
      { rule: `just outside the ${key}`, value: round(limit + outwards) },
      { rule: `far outside the ${key}`, value: round(limit + farAway * outwards) },
    ];
  });
}

function listTexts(limits: JsonObject, value: unknown): readonly Candidate[] {
  if (typeof value !== 'string') return [];
  const lengths = listLengths(limits, ['minLength', 'maxLength'], (length) =>
    value
      .padEnd(length, 'a')
      .slice(0, Math.max(0, length - 1))
      .padEnd(length, 'a'),
  );
  return [...lengths, ...listLongTexts(limits)];
}

/** Letters of two, three and four bytes. */
const wideLetters = ['é', '書', '🚢'] as const;

/** Returns texts that have more bytes than letters, with half the greatest length: how a service counts is open. */
function listLongTexts(limits: JsonObject): readonly Candidate[] {
  const half = Math.floor((readNumber(limits, 'maxLength') ?? 0) / 2);
  const letters = half > 1 && limits['pattern'] === undefined ? wideLetters : [];
  return letters.map((letter) => ({
    rule: 'many letters of several bytes',
    value: letter.repeat(letter.length === 1 ? half : Math.floor(half / 2)),
  }));
}

function listArrays(schema: JsonObject, value: unknown): readonly Candidate[] {
  if (!isArray(value) || value.length === 0) return [];
  const entries: readonly Json[] = value;
  const repeated = { rule: 'a repeated entry', value: [...entries, entries[0]] };
  return [
    ...listLengths(schema, ['minItems', 'maxItems'], (length) =>
      Array.from({ length }, (_, index) => entries[index % entries.length]),
    ),
    ...(schema['uniqueItems'] === true ? [repeated] : []),
  ];
}

/** Returns values with the lengths at a limit, and next to it. */
function listLengths(
  limits: JsonObject,
  keys: readonly string[],
  create: (length: number) => unknown,
): readonly Candidate[] {
  return keys.flatMap((key) => {
    const limit = readNumber(limits, key);
    if (limit === undefined) return [];
    const lengths = [
      ['at', limit],
      ['below', limit - 1],
      ['above', limit + 1],
    ] as const;
    return lengths
      .filter(([, length]) => length >= 0)
      .map(([place, length]) => ({ rule: `${place} the ${key}`, value: create(length) }));
  });
}

/** Returns texts that a pattern or a format may not match. */
function listMisspelled({ pattern, format }: JsonObject, value: unknown): readonly Candidate[] {
  if (typeof value !== 'string' || (pattern === undefined && format === undefined)) return [];
  const rule = `not the ${pattern === undefined ? 'format' : 'pattern'}`;
  return [value.slice(0, -1), `${value}0`, 'g'.repeat(value.length), 'soon'].map((text) => ({
    rule,
    value: text,
  }));
}
