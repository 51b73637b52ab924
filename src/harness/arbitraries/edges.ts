/** Lists values of each type that services tend to treat differently. The contract decides whether they are accepted. */
import {
  isArray,
  readRequirementIds,
  type Json,
  type JsonObject,
} from '../../contract/json-pointer.ts';
import type { Candidate } from './candidate.ts';
import { listDayEdges } from './dates.ts';
import { isIsbn, listIsbnEdges } from './isbn.ts';

/** Returns the edges for a schema, without regard to its limits. */
export function listTypeEdges(
  schema: JsonObject,
  value: unknown,
  today: string | undefined,
): readonly Candidate[] {
  if (isArray(schema['enum']) || schema['const'] !== undefined) return [];
  const types = [schema['type'] ?? []].flat();
  if (types.includes('string')) return listTextEdges(schema, value, today);
  if (types.includes('integer')) return toCandidates(integers);
  if (types.includes('number')) return toCandidates(numbers);
  return isArray(value) ? listLengthEdges(schema, value) : [];
}

function toCandidates(
  valuesByRule: Readonly<Record<string, readonly unknown[]>>,
): readonly Candidate[] {
  return Object.entries(valuesByRule).flatMap(([rule, values]) =>
    values.map((value) => ({ rule, value })),
  );
}

function listTextEdges(
  schema: JsonObject,
  value: unknown,
  today: string | undefined,
): readonly Candidate[] {
  const [requirement] = readRequirementIds(schema);
  if (isIsbn(schema)) {
    return listIsbnEdges(value).map((edge) => ({ ...edge, requirement }));
  }
  if (schema['format'] === 'date') return listDayEdges(today);
  if (schema['format'] === 'uuid') return [];
  if (schema['pattern'] === hashPattern) return listHashEdges(value);
  return toCandidates(texts);
}

const hashPattern = '^[0-9A-Fa-f]{64}$';

function listHashEdges(value: unknown): readonly Candidate[] {
  if (typeof value !== 'string') return [];
  return [
    { rule: 'upper case', value: value.toUpperCase() },
    {
      rule: 'one upper-case letter',
      value: value.replace(/[a-f]/, (letter) => letter.toUpperCase()),
    },
    { rule: 'half as long', value: value.slice(0, 32) },
    { rule: 'twice as long', value: value + value },
    { rule: 'with a prefix', value: `0x${value.slice(2)}` },
    { rule: 'Base64', value: Buffer.from(value, 'hex').toString('base64') },
  ];
}

const texts: Readonly<Record<string, readonly string[]>> = {
  digits: ['0', '7', '1984', '20270315'],
  'leading zeros': ['007', '0012', '00'],
  'a number in another form': ['1e5', '-1', '3.50', '0x1F', '1,000'],
  'a word with a meaning': ['null', 'true', 'undefined', 'NaN', 'None', 'no'],
  'one character': ['A', 'é', '書', '𝔖', '-'],
  'inner spaces': ['Salt  and  tide', 'Salt\u00A0road'],
  'outer spaces': [' Salt', 'Salt ', '\u00A0Salt'],
  blank: ['', ' '],
  'line breaks': ['Salt\nand tide', 'Salt\r\nand tide', 'Salt\tand tide'],
  'a control character': ['Salt\u0000tide', 'Salt\u0007tide'],
  'combining marks': ['Q\u0303uill x\u0302', 'Kho\u031B\u0323'],
  'decomposed letters': ['Cafe\u0301', 'Malmo\u0308'],
  'beyond the BMP': ['📚', '𝔗𝔥𝔢 ship 🚢 sails', '𝒮hore'],
  'joined emoji': ['👩‍👩‍👧 at sea', '🏴‍☠️', '🇮🇸 saga'],
  'right to left': ['ספר הים הגדול', 'كتاب البحر', 'The כתב book'],
  'other alphabets': ['Überfahrt nach Malmö', 'Ζεστό αλάτι', 'Солёный путь', '第三章 海'],
  'letters that change case': ['İstanbul', 'Straße', 'ΣΊΣΥΦΟΣ', 'ǅ', 'MIXED Case tItLe'],
  markup: ['<b>Salt</b> & "tide"', '&amp; &lt;tide&gt;', '<!-- tide -->', '{{tide}} ${tide}'],
  quotes: ["O'Brien", '"Tide"', `'; DROP TABLE books; --`, '`tide`'],
  'characters of a URL': ['50% "off" + more?', 'tide%20table', 'a#b', 'salt & tide = road'],
  'a path': ['../tide', 'salt/tide', 'salt\\tide', '.', '..'],
  punctuation: ['…—–', 'Salt, tide; road.', '[salt]', '_salt_', '*', '-salt', '=1+1'],
};

const integers: Readonly<Record<string, readonly number[]>> = {
  small: [1, 2, 3, 9, 10],
  zero: [0],
  negative: [-1, -3600],
  'near a round number': [59, 60, 61, 99, 100, 101, 999, 1000, 3599, 3600, 3601, 86_400],
  'near a power of two': [127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536],
  large: [359_999, 500_000, 999_999, 1_000_000],
  'too large for 32 bits': [2_147_483_647, 2_147_483_648, 4_294_967_296],
  'a fraction': [1.5, 0.1, 3600.25],
};

const numbers: Readonly<Record<string, readonly number[]>> = {
  zero: [0],
  negative: [-0.01, -5],
  'a single cent': [0.01, 0.02, 0.09],
  'below one': [0.1, 0.5, 0.99],
  whole: [1, 5, 10, 100, 999],
  'one decimal': [1.1, 8.2, 12.5, 64.1, 999.9],
  'two decimals': [4.35, 16.08, 19.99, 64.15, 100.01, 999.99],
  'rounded wrongly in binary': [0.07, 0.29, 0.57, 1.005, 1.15, 2.675, 35.41],
  'many decimals': [0.1 + 0.2, 1 / 3, 9.999],
  large: [1000, 1234.56, 1_000_000],
};

/** Lists of other lengths, with the present entries in turn. */
function listLengthEdges(schema: JsonObject, entries: readonly Json[]): readonly Candidate[] {
  const canRepeat = schema['uniqueItems'] !== true;
  const repeat = (length: number): readonly Json[] =>
    Array.from({ length }, (_, index) => entries[index % entries.length] ?? null);
  return [
    { rule: 'no entries', value: [] },
    ...entries.map((_, index) => ({
      rule: 'one entry less',
      value: entries.filter((_entry, other) => other !== index),
    })),
    { rule: 'the other order', value: entries.toReversed() },
    ...(canRepeat && entries.length > 0
      ? [9, 10, 11, 12].map((length) => ({ rule: 'nine to twelve entries', value: repeat(length) }))
      : []),
  ];
}
