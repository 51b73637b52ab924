/** Lists the single changes of a JSON body: one value differs, is missing, or is there twice. */
import { escape, isArray, isObject, type Json } from '../../../src/contract/json-pointer.ts';

export interface Alteration {
  /** Such as `key left out`. */
  readonly kind: string;
  /** The JSON pointer of the changed value. */
  readonly pointer: string;
  /** The changed body. */
  readonly body: Json;
}

type Replacement = readonly [kind: string, value: Json];

/** Returns every alteration of a body. */
export function listAlterations(body: Json): Alteration[] {
  return listChanges(body).map(([kind, pointer, changed]) => ({ kind, pointer, body: changed }));
}

type Change = readonly [kind: string, pointer: string, value: Json];

function listChanges(value: Json): Change[] {
  const own = listReplacements(value).map(([kind, changed]): Change => [kind, '', changed]);
  if (isArray(value)) return [...own, ...value.flatMap((_, at) => changeEntry(value, at))];
  if (isObject(value))
    return [...own, ...Object.keys(value).flatMap((key) => changeKey(value, key))];
  return own;
}

function changeEntry(list: readonly Json[], at: number): Change[] {
  const place = `/${at}`;
  const entry = list[at] ?? null;
  return [
    ['entry left out', place, list.toSpliced(at, 1)],
    ['entry doubled', place, list.toSpliced(at, 0, entry)],
    ...listChanges(entry).map(([kind, inner, changed]): Change => [
      kind,
      place + inner,
      list.with(at, changed),
    ]),
  ];
}

function changeKey(object: Readonly<Record<string, Json>>, key: string): Change[] {
  const { [key]: value = null, ...rest } = object;
  const place = `/${escape(key)}`;
  return [
    ['key left out', place, rest],
    ...listChanges(value).map(([kind, inner, changed]): Change => [
      kind,
      place + inner,
      { ...object, [key]: changed },
    ]),
  ];
}

/** Returns other values for one value, each of which differs from it. */
function listReplacements(value: Json): Replacement[] {
  const others: readonly Replacement[] = [...listOthers(value), ['null', null]];
  return others.filter(([, other]) => JSON.stringify(other) !== JSON.stringify(value));
}

function listOthers(value: Json): Replacement[] {
  if (value === null) return [['not null', 'altered']];
  if (typeof value === 'boolean') return [['flipped', !value]];
  if (typeof value === 'number') return [['one more', value + 1]];
  if (isArray(value)) return [['reversed', value.toReversed()]];
  if (typeof value !== 'string') return [];
  return [
    ['another text', changeText(value)],
    ['empty', ''],
    ['other case', swapCase(value)],
  ];
}

/** Changes one character, so that an id stays an id and a date stays a date. */
function changeText(text: string): string {
  const at = text.search(/[\da-z](?=[^\da-z]*$)/i);
  if (at === -1) return `${text}x`;
  const next =
    text[at] === '1' ? '2' : /\d/.test(text[at] ?? '') ? '1' : text[at] === 'a' ? 'b' : 'a';
  return text.slice(0, at) + next + text.slice(at + 1);
}

function swapCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
