/** Bodies about books with a change in one place, divided among the formats. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { readContract, type Contract } from '../../../src/contract/spec.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  addOptional,
  type BookCreate,
  createBookBody,
  createMixedTexts,
  editor,
  type Format,
  formats,
  listBodyVariations,
  type Variation,
} from '../../../src/harness/values/index.ts';
import { getConstraint } from './choice.ts';

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
export interface VariedUpdate extends Variation {
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

const refusedUpdates = new WeakMap<Contract, Map<Format, readonly VariedUpdate[]>>();

/** Returns the updates that every service must refuse for a book of a format. They are the same for each such book. */
export function listRefusedUpdates(format: Format): readonly VariedUpdate[] {
  const contract = readContract();
  const byFormat = refusedUpdates.get(contract) ?? new Map<Format, readonly VariedUpdate[]>();
  refusedUpdates.set(contract, byFormat);
  const updates =
    byFormat.get(format) ??
    listVariedUpdates(createBookBody(format, anyMark)).filter(
      (update) =>
        update.isRefused && update.path.length > 0 && listFormatsWith(update).includes(format),
    );
  byFormat.set(format, updates);
  return updates;
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

/** For bodies of which only a part is sent. */
const anyMark = { run: 'any', n: 0 };

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
