/** The kinds of text among the strings of a JSON value. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { dimensions, type ValueOf } from './dimensions.ts';

const longText = 150;

const isOf: Readonly<Record<ValueOf<'text'>, (text: string) => boolean>> = {
  // oxlint-disable-next-line no-control-regex -- ASCII includes the control characters
  ascii: (text) => /^[\u0000-\u007f]+$/.test(text),
  accented: (text) => /[\u0080-\u058f]/.test(text),
  'beyond-bmp': (text) => /[\u{10000}-\u{10ffff}]/u.test(text),
  'right-to-left': (text) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text),
  empty: (text) => text === '',
  long: (text) => text.length > longText,
};

/** Returns every kind that one of the strings is of; ids and codes count as ASCII. */
export function textClasses(value: unknown): readonly ValueOf<'text'>[] {
  const texts = textsIn(value);
  return dimensions.text.filter((kind) => texts.some(isOf[kind]));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
