/** Spoils calls with odd values in bodies and invalid ids in paths. */
import { isObject } from '../../src/contract/json-pointer.ts';
import { pick, type Random } from './random.ts';

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

/** Removes, adds or changes one member of a body, or sometimes replaces the whole body. */
export function spoilBody(random: Random, body: unknown): unknown {
  if (!isObject(body) || random() < 0.1) return pick(random, oddValues);
  const otherFields = ['status', 'isFinalVersion', 'shelf', 'chapters', 'imprint'] as const;
  const key = pick(random, [...otherFields, ...Object.keys(body)]);
  const without = Object.entries(body).filter(([name]) => name !== key);
  return Object.fromEntries(
    random() < 0.3 ? without : [...without, [key, pick(random, oddValues)]],
  );
}

/** Writes the ids of a path in capitals, or replaces them. */
export function spoilPath(random: Random, path: string): string {
  const replacement = pick(random, ['nonsense', '1', '%20', undefined]);
  return path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => replacement ?? id.toUpperCase());
}
