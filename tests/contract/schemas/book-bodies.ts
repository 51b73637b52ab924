/**
 * Bodies about books with a change in one place, divided among the formats. Chooses variations, so that a run
 * of few requests tries each constraint once.
 */
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

/** Returns the name of the constraint that a variation tries. All entries of a list have the same. */
function getConstraint({ path, rule }: Variation): string {
  return `${path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')} ${rule}`;
}

/**
 * Returns a variation for each constraint, and all on which the judged and the own contract differ.
 * @param turn chooses one of the variations that try the same constraint
 */
export function chooseVariations<V extends Variation>(
  variations: readonly V[],
  { turn }: { readonly turn: number },
): readonly V[] {
  return groupBy(variations, getConstraint).flatMap((group, index) => {
    const start = (Math.abs(turn) + index) % group.length;
    return group.filter((variation, place) => variation.isNew || place === start);
  });
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

export function listRefused<V extends Variation>(variations: readonly V[]): readonly V[] {
  return variations.filter(
    ({ kind, path, rule }) => kind === 'refused' && (path[0] !== 'isbn' || rule === 'another type'),
  );
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

/** Returns the variations to try with one format, so that all formats together try each constraint. */
export function selectShare<V extends Variation>(
  variations: readonly V[],
  format: Format,
): readonly V[] {
  return variations.filter((variation) => {
    const fitting = listFormatsWith(variation);
    return variation.isNew || fitting[sumLetters(variation) % fitting.length] === format;
  });
}

/** Returns the formats whose books have the property that a variation changes. */
function listFormatsWith({ path: [name] }: Variation): readonly Format[] {
  const fitting = formats.filter((format) => usualProperties[format].includes(String(name)));
  return fitting.length === 0 ? formats : fitting;
}

/** The properties that the books of single formats have; those of all formats are not listed. */
const usualProperties: Readonly<Record<Format, readonly string[]>> = {
  ebook: [],
  print: ['isbn'],
  audio: ['audioDetails'],
};

/** Returns a number that depends on the constraint alone, and not on its place in a list. */
function sumLetters(variation: Variation): number {
  return [...getConstraint(variation)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}
