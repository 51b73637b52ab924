/** Reads openapi/narrowings.yaml, which says how the readings of silences narrow the contract. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isArray, isObject, type Json } from './json-pointer.ts';
import type { Action } from './overlay.ts';
import { isSilence, permits } from './requirements.ts';

const file = new URL('../../openapi/narrowings.yaml', import.meta.url);

type Narrowings = ReadonlyMap<string, ReadonlyMap<string, readonly Action[]>>;

let narrowings: Narrowings | undefined;

/** Returns the narrowings by silence and reading. A reading without an entry narrows nothing. */
export function readNarrowings(): Narrowings {
  narrowings ??= parseNarrowings(parse(readFileSync(file, 'utf8')));
  return narrowings;
}

/** Returns the actions of a reading; empty if it narrows nothing or is not permitted. */
export function getActions(silence: string, answer: string): readonly Action[] {
  if (!isSilence(silence) || !permits(silence, answer)) return [];
  return readNarrowings().get(silence)?.get(answer) ?? [];
}

function parseNarrowings(parsed: unknown): Narrowings {
  if (!isObject(parsed)) throw new Error('openapi/narrowings.yaml is not a map of silences.');
  return new Map(
    Object.entries(parsed).map(([silence, readings]) => {
      if (!isObject(readings)) throw new Error(`${silence} must be a map of readings.`);
      const actions = Object.entries(readings).map(
        ([reading, list]) => [reading, parseActions(list, `${silence}=${reading}`)] as const,
      );
      return [silence, new Map(actions)];
    }),
  );
}

function parseActions(list: Json, place: string): Action[] {
  if (!isArray(list)) throw new Error(`${place} is not a list of actions.`);
  return list.map((entry) => {
    const { target, remove, update } = isObject(entry) ? entry : {};
    if (typeof target === 'string' && remove === true) return { target, remove };
    if (typeof target === 'string' && isObject(update)) return { target, update };
    throw new Error(`${place} has an action without update or remove.`);
  });
}
