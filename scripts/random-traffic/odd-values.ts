/** Spoils calls: odd values in bodies, and ids that are none. */
import { isObject } from '../../src/contract/json-pointer.ts';
import { pick, type Random } from './random.ts';

/** Values that belong nowhere in particular. */
const oddValues: readonly [unknown, ...unknown[]] = [
  null,
  0,
  -1,
  1.5,
  true,
  '',
  ' ',
  'x'.repeat(300),
  '\u0001',
  'שלום',
  [],
  {},
  [null],
  [{}],
  ['x', 7],
  { a: 1 },
  '2031-02-30',
  'SELF',
  'draft',
];

/** Returns a body with one member missing, added or given an odd value. Now and then all of it is odd. */
export function spoilBody(random: Random, body: unknown): unknown {
  if (!isObject(body) || random() < 0.1) return pick(random, oddValues);
  const otherFields = ['status', 'isFinalVersion', 'shelf', 'chapters', 'imprint'] as const;
  const key = pick(random, [...otherFields, ...Object.keys(body)]);
  const without = Object.entries(body).filter(([name]) => name !== key);
  return Object.fromEntries(
    random() < 0.3 ? without : [...without, [key, pick(random, oddValues)]],
  );
}

/** Returns a path whose ids are in capitals or replaced by something else. */
export function spoilPath(random: Random, path: string): string {
  const other = pick(random, ['nonsense', '1', '%20', undefined]);
  return path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => other ?? id.toUpperCase());
}
