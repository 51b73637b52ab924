/** Classifies the strings of a JSON value by kinds of text. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { dimensions, type ValueOf } from './dimensions.ts';

const longTextLength = 150;

const tests: Readonly<Record<ValueOf<'text'>, (text: string) => boolean>> = {
  // oxlint-disable-next-line no-control-regex -- ASCII includes the control characters
  ascii: (text) => /^[\u0000-\u007f]+$/.test(text),
  accented: (text) => /[\u0080-\u058f]/.test(text),
  'beyond-bmp': (text) => /[\u{10000}-\u{10ffff}]/u.test(text),
  'right-to-left': (text) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text),
  empty: (text) => text === '',
  long: (text) => text.length > longTextLength,
};

/** Returns every kind that occurs among the strings. Ids and codes are strings too, and count as ASCII. */
export function classifyTexts(value: unknown): readonly ValueOf<'text'>[] {
  const texts = listTexts(value);
  return dimensions.text.filter((kind) => texts.some(tests[kind]));
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isArray(value)) return value.flatMap(listTexts);
  return isObject(value) ? Object.values(value).flatMap(listTexts) : [];
}
