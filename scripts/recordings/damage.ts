/** Damages recordings as real recordings are: cut off, out of order, incomplete. */
import { isArray, isObject, type JsonObject } from '../../src/contract/json-pointer.ts';
import { listDamages } from '../proof/monitor/damaged-recordings.ts';
import { createRandom } from '../random-traffic/random.ts';

export interface Damage {
  readonly name: string;
  /** Returns one or more archives, which are judged together. */
  readonly damage: (archive: string, seed: number) => readonly string[];
}

type Change = (entries: readonly unknown[], random: () => number) => readonly unknown[];

function readEntries(archive: string): readonly unknown[] {
  const document: unknown = JSON.parse(archive);
  const log = isObject(document) ? document['log'] : undefined;
  const entries = isObject(log) ? log['entries'] : undefined;
  return isArray(entries) ? entries : [];
}

function toArchive(entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });
}

function damageEntries(name: string, change: Change): Damage {
  return {
    name,
    damage: (archive, seed) => [toArchive(change(readEntries(archive), createRandom(seed)))],
  };
}

/** Changes one member of an entry, by the path to it. */
function changeMember(
  entry: unknown,
  path: readonly string[],
  change: (value: JsonObject) => object,
): unknown {
  if (!isObject(entry)) return entry;
  const [first, ...rest] = path;
  if (first === undefined) return change(entry);
  return { ...entry, [first]: changeMember(entry[first], rest, change) };
}

function removeMember(name: string) {
  return ({ [name]: _removed, ...rest }: JsonObject): object => rest;
}

function roundTimes(entry: unknown): unknown {
  return changeMember(entry, [], ({ startedDateTime: start, time, ...rest }) => ({
    ...rest,
    startedDateTime: typeof start === 'string' ? start.replace(/(\.\d{3})\d+Z$/, '$1Z') : start,
    time: Math.round(Number(time)),
  }));
}

/** Removes the numbers of exchanges, which other programs do not write. */
export function withoutNumbers(archive: string): string {
  return archive.replaceAll(/\s*"_number": ?\d+,/g, '');
}

export const damages: readonly Damage[] = [
  {
    name: 'that ends within an entry',
    damage: (archive, seed) => [
      archive.slice(0, Math.floor(archive.length * (0.2 + 0.7 * createRandom(seed)()))),
    ],
  },
  ...Object.entries(listDamages).map(([name, damage]) => damageEntries(`with ${name}`, damage)),
  damageEntries('of only GET calls', (entries) =>
    entries.filter(
      (entry) =>
        isObject(entry) && isObject(entry['request']) && entry['request']['method'] === 'GET',
    ),
  ),
  damageEntries('of a proxy that does not see the storage', (entries) =>
    entries
      .filter((entry) => !JSON.stringify(entry).includes('"method":"PUT"'))
      .map((entry, at) => changeMember(entry, [], (whole) => ({ ...whole, _number: at + 1 }))),
  ),
  damageEntries('without some response bodies', (entries, random) =>
    entries.map((entry) =>
      random() < 0.3 ? changeMember(entry, ['response', 'content'], removeMember('text')) : entry,
    ),
  ),
  damageEntries('without some request bodies', (entries, random) =>
    entries.map((entry) =>
      random() < 0.3 ? changeMember(entry, ['request', 'postData'], removeMember('text')) : entry,
    ),
  ),
  damageEntries('without some responses', (entries, random) =>
    entries.map((entry) =>
      random() < 0.1
        ? changeMember(entry, ['response'], (response) => ({ ...response, status: 0 }))
        : entry,
    ),
  ),
  damageEntries('in whole milliseconds', (entries) => entries.map(roundTimes)),
  {
    name: 'split over two files',
    damage: (archive, seed) => {
      const random = createRandom(seed);
      const parts: readonly [unknown[], unknown[]] = [[], []];
      for (const entry of readEntries(archive)) parts[random() < 0.5 ? 0 : 1].push(entry);
      return parts.map(toArchive);
    },
  },
];
