/** Combines two responses to one read: the first item of every array is the correct one. */
import { isArray, isObject, type Json } from '../../contract/json-pointer.ts';
import type { Answer } from '../../sandbox/present/index.ts';

/** Returns the wrong answer with correct first items; the correct one when no array has a second. */
export function spareFirstItems(correct: Answer, wrong: Answer): Answer {
  if (wrong.text === correct.text || wrong.text === '' || correct.text === '') return correct;
  const [one, other] = [parse(correct.text), parse(wrong.text)];
  if (!hasSecondItem(one)) return correct;
  return { ...wrong, text: JSON.stringify(merge(one, other)) };
}

function parse(text: string): Json {
  const value: unknown = JSON.parse(text);
  return isObject(value) || isArray(value) ? value : null;
}

function hasSecondItem(value: Json): boolean {
  if (isArray(value)) return value.length > 1 || value.some(hasSecondItem);
  return isObject(value) && Object.values(value).some(hasSecondItem);
}

function merge(correct: Json | undefined, wrong: Json): Json {
  if (isArray(correct) && isArray(wrong)) {
    const [first, ...rest] = wrong;
    return first === undefined ? wrong : [correct[0] ?? first, ...rest];
  }
  if (!isObject(correct) || !isObject(wrong)) return wrong;
  return Object.fromEntries(
    Object.entries(wrong).map(([name, value]) => [name, merge(correct[name], value)]),
  );
}
