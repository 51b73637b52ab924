/** Bodies about books with a change in one place, and the choice of the few that a run sends before it explores. */
import {
  readAt,
  replaceAt,
  type Variation,
  addOptional,
  type BookCreate,
  createMixedTexts,
  editor,
  type Format,
  formats,
  listBodyVariations,
} from '../../../src/harness/arbitraries/index.ts';
import { isObject } from '../../../src/contract/json-pointer.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';

/**
 * Returns a refused variation for each requirement, and all on which the judged and the own contract differ: exploring
 * sends the others.
 * @param turn chooses one of those that break the same requirement
 */
export function chooseRefused<V extends Variation>(
  variations: readonly V[],
  turn: number,
): readonly V[] {
  const refused = variations.filter(
    ({ kind, reasons, isNew, path, rule }) =>
      kind === 'refused' &&
      (isNew || reasons === 'one') &&
      (path[0] !== 'isbn' || rule === 'another type'),
  );
  return groupBy(refused, ({ requirement = '' }) => requirement).flatMap((group) =>
    group.filter(({ isNew }, place) => isNew || place === Math.abs(turn) % group.length),
  );
}

function groupBy<V extends Variation>(
  variations: readonly V[],
  getKey: (variation: V) => string,
): readonly (readonly V[])[] {
  const groups = new Map<string, V[]>();
  for (const variation of variations) {
    const key = getKey(variation);
    groups.set(key, [...(groups.get(key) ?? []), variation]);
  }
  return [...groups.values()];
}

/** Returns the accepted variations on which the contracts differ; each needs a request of its own. */
export function listNewlyAccepted<V extends Variation>(variations: readonly V[]): readonly V[] {
  return variations.filter(({ kind, isNew }) => isNew && kind === 'edge');
}

/** The format of a book decides what else it must have. */
const isStructural = ({ rule, path }: Variation): boolean =>
  ['added', 'left out'].includes(rule) ||
  ['format', 'title', 'externalId'].includes(path.join('.'));

/**
 * Returns a value with one accepted edge at each place, because edges of different places do not affect each other.
 * @param turn chooses the edge of each place
 */
export function combineEdges<Value>(
  value: Value,
  variations: readonly Variation[],
  turn: number,
): Value {
  const edges = variations.filter(
    (variation) => variation.kind === 'edge' && !isStructural(variation),
  );
  const present = edges.filter(({ path }) => readAt(value, path) !== undefined);
  const byPlace = groupBy(present, ({ path }) => path.join('.'));
  return combine(
    value,
    byPlace.flatMap((group) => group[Math.abs(turn) % group.length] ?? []),
  );
}

/** Returns a value without all the parts that may be left out. */
export function leaveOutOptional<Value>(value: Value, variations: readonly Variation[]): Value {
  return combine(
    value,
    variations.filter(({ kind, rule }) => kind === 'edge' && rule === 'left out'),
  );
}

function combine<Value>(value: Value, variations: readonly Variation[]): Value {
  const combined = variations.reduce<unknown>(
    (partial, { path, part }) => replaceAt(partial, path, part),
    value,
  );
  // Each part is one that the contract accepts in its place.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return combined as Value;
}

/** Returns a valid body with two entries in most lists, so that the last one can be wrong. */
export function createFullBody(t: Stage, format: Format): BookCreate {
  const body = t.make.body(format, createMixedTexts(formats.indexOf(format)));
  return {
    // Properties of which only the contract knows are sent as well.
    ...addOptional('createBook', body, { except: ['isbn', 'audioDetails'] }),
    language: ['en', 'FR'],
    category: [...body.category, 'FIC002000'],
    contributor: [...body.contributor, editor],
    price: [...body.price, { currency: 'EUR', price: 8.2 }],
  };
}

/** Returns the value of a create with another title, external id and ISBN, because no two books may share them. */
export function withFreshIds(t: Stage, { path, value }: Variation, format: Format): unknown {
  if (!isObject(value)) return value;
  const { title, externalId, isbn } = t.make.body(format);
  const ids = Object.entries({ title, externalId, isbn }).filter(
    ([name]) => path[0] !== name && Object.hasOwn(value, name),
  );
  return { ...value, ...Object.fromEntries(ids) };
}

/** An update of a single property. */
interface VariedUpdate extends Variation {
  readonly json: unknown;
}

/** Returns the updates of single properties, without chapters, that differ from valid ones in one place. */
export function listVariedUpdates(body: BookCreate): readonly VariedUpdate[] {
  const fields = { ...body, isFinalVersion: false };
  const isVaried = (name: string): boolean => name !== 'chapters';
  return listBodyVariations('updateBook', fields, { isVaried }).map((variation) => {
    const { path, value } = variation;
    const part = isObject(value) ? value[String(path[0])] : undefined;
    // An update without a property that the contract requires must have all others.
    return { ...variation, json: part === undefined ? value : { [String(path[0])]: part } };
  });
}
