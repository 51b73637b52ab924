/** Calls that only read: a book by either of its ids, pages of the list, and walks over them. */
import { readFields } from '../../contract/fields.ts';
import { formats } from '../arbitraries/index.ts';
import { getKnownValue } from '../../monitor/index.ts';
import type { DrawnVariation } from './constraint-groups.ts';
import { drawParameter } from './draw-values.ts';
import { type Draw, preferUnused } from './draw.ts';
import type { KnownBook } from './known-books.ts';
import type { Move, Scene } from './move.ts';
import type { Step } from './step.ts';

export function readBook({ number }: Pick<KnownBook, 'number'>): Step {
  return { method: 'GET', path: `/books/{book ${number}}` };
}

/** Returns whether the external id of a book must be encoded in a path. */
export function hasUnusualId({ book }: Pick<KnownBook, 'book'>): boolean {
  const id = getKnownValue(book, 'externalId');
  return typeof id === 'string' && encodeURIComponent(id) !== id;
}

/** Draws a lookup: by the present external id of a book, or by one that nearly is one. */
export function drawLookUp(
  { draw, symbolize, numbers, wantsMistake, isUsed }: Scene,
  target: KnownBook,
): Move {
  const id = getKnownValue(target.book, 'externalId');
  const known = symbolize(typeof id === 'string' && id !== '' ? id : 'no-such-id');
  const shorter = /\{externalId \d+\}$/.test(known)
    ? known.replace(/\}$/, ' shorter}')
    : [...known].slice(0, -1).join('');
  const texts: Readonly<Record<string, string>> = {
    present: known,
    shorter,
    longer: `${known}0`,
    wildcard: `${shorter}_`,
    'other case': known.replace('{externalId', '{EXTERNALID'),
    'a UUID': `{unknown ${numbers.next()}}`,
    digits: String(draw.integer(100_000_000, 999_999_999)),
    'a long text': `${draw.integer(1, 9)}-no-book-has-this-long-external-id-${'x'.repeat(60)}`,
  };
  const isMistaken = wantsMistake || draw.chance(0.2);
  const names = Object.keys(texts).filter((name) => (name === 'present') !== isMistaken);
  const name = draw.pick(preferUnused(names, (one) => isUsed('lookUpBook', `lookup ${one}`)));
  return { steps: [lookUp(texts[name] ?? known)], kinds: [`lookup ${name}`] };
}

/** Looks up a text with symbols. A slash in an external id is encoded like any other character. */
export function lookUp(externalId: string): Step {
  const text = externalId.replaceAll('/', '{slash 0}');
  return { method: 'GET', path: `/books/external-id/${text}` };
}

const everyday: Readonly<Record<string, readonly string[]>> = {
  page: ['1', '2', '3', '10'],
  perPage: ['1', '2', '3', '5', '7', '11', '16', '25', '40', '60', '100'],
  sort: ['createdAt', 'title', 'productIdentifier'],
  format: formats,
  language: ['en', 'EN', 'FR', 'fr', 'de', 'ES', 'es', 'PT'],
};

type Query = Readonly<Record<string, string>>;

interface DrawnQuery {
  readonly query: Query;
  readonly kinds: readonly string[];
}

function drawQuery(scene: Scene): DrawnQuery {
  const { draw } = scene;
  const names = readFields().listParameters.map(({ name }) => name);
  const drawn = names
    .filter(() => draw.chance(0.45))
    .map((name) => {
      const isPlain = draw.chance(0.7) && everyday[name] !== undefined;
      const variation = isPlain ? undefined : drawParameter(name, false, scene);
      return [name, variation] as const;
    });
  return toQuery(draw, drawn);
}

/** Draws a query with one parameter that must be refused, which nothing else of the query may hide. */
function drawRefusedQuery(scene: Scene): DrawnQuery | undefined {
  const { draw } = scene;
  const names = readFields().listParameters.map(({ name }) => name);
  const name = draw.pick(names);
  const variation = drawParameter(name, true, scene);
  if (variation === undefined) return undefined;
  const others = ['sort', 'format'].filter((other) => other !== name && draw.chance(0.3));
  return toQuery(draw, [[name, variation], ...others.map((other) => [other, undefined] as const)]);
}

/** @param drawn the parameters with their unusual values; those without one get an everyday value */
function toQuery(
  draw: Draw,
  drawn: readonly (readonly [string, DrawnVariation | undefined])[],
): DrawnQuery {
  const values = drawn.map(([name, variation]) => {
    const value =
      variation === undefined ? draw.pick(everyday[name] ?? ['1']) : String(variation.part);
    return { name, value, kind: `${name} ${variation?.kinds[0] ?? value}` };
  });
  return {
    query: Object.fromEntries(values.map(({ name, value }) => [name, value])),
    kinds: values.map(({ kind }) => kind),
  };
}

function list(query: Query): Step {
  return { method: 'GET', path: '/books', query };
}

/** Draws a page of the list. */
export function drawList(scene: Scene): Move {
  const refused = scene.wantsMistake ? drawRefusedQuery(scene) : undefined;
  const { query, kinds } = refused ?? drawQuery(scene);
  return { steps: [list(query)], kinds };
}

/** Draws a walk over the first pages of a filtered or sorted list, or over pages in another order. */
export function drawWalk(scene: Scene): Move {
  const { draw, books } = scene;
  const { query, kinds } = drawQuery(scene);
  const perPage = String(draw.integer(1, Math.max(1, Math.ceil(books.length / 2))));
  const { page: _page, perPage: _perPage, ...filter } = query;
  const pages = draw.chance(0.8) ? ['1', '2', '3'] : ['2', '1', '3'];
  return {
    steps: pages.map((page) => list({ ...filter, perPage, page })),
    kinds: [`walk of ${perPage}`, ...kinds],
  };
}
