/** The most demanding kind of text among the strings of a JSON value. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { ValueOf } from './dimensions.ts';

const longText = 150;

export function textClass(value: unknown): ValueOf<'text'> | undefined {
  const texts = textsIn(value);
  if (texts.length === 0) return undefined;
  if (texts.some((text) => text.length > longText)) return 'long';
  if (texts.some((text) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text))) {
    return 'right-to-left';
  }
  if (texts.some((text) => /[\u{10000}-\u{10ffff}]/u.test(text))) return 'beyond-bmp';
  // oxlint-disable-next-line no-control-regex -- ASCII includes the control characters
  if (texts.some((text) => /[^\u0000-\u007f]/.test(text))) return 'accented';
  return texts.includes('') ? 'empty' : 'ascii';
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
