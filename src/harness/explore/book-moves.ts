/** Calls that create and update books, with values of many kinds and with single mistakes. */
import { isObject } from '../../contract/json-pointer.ts';
import { createBookBody, type Format, formats, replaceAt } from '../arbitraries/index.ts';
import { drawField, drawInvalidField } from './draw-fields.ts';
import { drawBodyVariation } from './draw-variation.ts';
import type { Draw } from './draw.ts';
import type { KnownBook } from './known-books.ts';
import type { Move, Scene } from './move.ts';
import { listTracks, toChapters } from './plans.ts';

type Fields = Readonly<Record<string, unknown>>;

const mark = { run: 'explored', n: 1 };

/** Returns a valid body with symbols in place of all values that must be new. */
function createPlainBody(format: Format, number: number, draw: Draw): Fields {
  return {
    ...createBookBody(format, mark),
    title: `{title ${number}}`,
    externalId: `{externalId ${number}}`,
    publicationDate: `{day ${400 + draw.integer(0, 300)}}`,
    ...(format === 'print' && { isbn: `{isbn ${number}}` }),
  };
}

interface DrawnFields {
  readonly fields: Fields;
  readonly kinds: readonly string[];
}

function drawFields(draw: Draw, format: Format, number: number): DrawnFields {
  const names = Object.keys(drawField).filter(
    (name) => name !== 'audioDetails' || format === 'audio',
  );
  const count = draw.weigh([
    [5, 1],
    [3, 2],
    [2, 4],
  ]);
  const drawn = Array.from({ length: count }, () => {
    const name = draw.pick(names);
    const result = drawField[name]?.(draw, format, number);
    return { name, value: result?.value, kind: result?.kind ?? name };
  });
  return {
    fields: Object.fromEntries(drawn.map(({ name, value }) => [name, value])),
    kinds: drawn.map(({ kind }) => kind),
  };
}

/** Returns a body with one mistake, or undefined if nothing was drawn. */
function spoil(
  body: Fields,
  operation: 'createBook' | 'updateBook',
  { draw, format }: { readonly draw: Draw; readonly format: Format },
): { readonly body: unknown; readonly kind: string } | undefined {
  if (draw.chance(0.3)) {
    const name = draw.pick(Object.keys(drawInvalidField));
    const invalid = drawInvalidField[name]?.(draw);
    return invalid && { body: { ...body, [name]: invalid.value }, kind: invalid.kind };
  }
  const variation = drawBodyVariation({ operation, format, isRefused: true }, draw);
  if (variation === undefined) return undefined;
  const { path, part, kind } = variation;
  const [name] = path;
  if (operation === 'createBook' || name === undefined)
    return { body: replaceAt(body, path, part), kind };
  return { body: replaceAt(body, path, part), kind };
}

/** Draws a create of a book. */
export function drawCreate({ draw, numbers }: Scene): Move {
  const format = draw.pick(formats);
  const number = numbers.next();
  const plain = createPlainBody(format, number, draw);
  const create = (json: unknown, kinds: readonly string[]): Move => ({
    steps: [{ method: 'POST', path: '/books', json, creates: number }],
    kinds,
  });
  if (draw.chance(0.35)) {
    const spoiled = spoil(plain, 'createBook', { draw, format });
    if (spoiled !== undefined) return create(spoiled.body, [spoiled.kind]);
  }
  if (draw.chance(0.2)) {
    const edge = drawBodyVariation({ operation: 'createBook', format, isRefused: false }, draw);
    if (edge && edge.path[0] !== 'format')
      return create(replaceAt(plain, edge.path, edge.part), [edge.kind]);
  }
  const { fields, kinds } = drawFields(draw, format, number);
  return create({ ...plain, ...fields }, kinds);
}

/** Draws an update of a book. */
export function drawUpdate({ draw, numbers }: Scene, target: KnownBook): Move {
  const { format } = target;
  const path = `/books/{book ${target.number}}`;
  const update = (json: unknown, kinds: readonly string[]): Move => ({
    steps: [{ method: 'PATCH', path, json }],
    kinds,
  });
  if (format === 'audio' && draw.chance(0.35)) return drawChapterUpdate(draw, target);
  const { fields, kinds } = drawFields(draw, format, numbers.next());
  if (draw.chance(0.35)) {
    const spoiled = spoil(draw.chance(0.5) ? fields : {}, 'updateBook', { draw, format });
    if (spoiled !== undefined) return update(spoiled.body, [spoiled.kind]);
  }
  if (draw.chance(0.2)) {
    const edge = drawBodyVariation({ operation: 'updateBook', format, isRefused: false }, draw);
    const value = edge && replaceAt({}, edge.path.slice(0, 1), edge.part);
    if (edge?.path.length === 1 && isObject(value)) return update(value, [edge.kind]);
  }
  return update(fields, kinds);
}

const chapterTitles = ['One', 'Überfahrt', '第三章 🚢', 'פרק', 'A "quoted" & <b>part</b>'] as const;

/** Draws an update of chapters: of all tracks or some, in any order, with the same numbers or others. */
function drawChapterUpdate(draw: Draw, target: KnownBook): Move {
  const path = `/books/{book ${target.number}}`;
  const tracks = listTracks(target);
  const chapters = toChapters(tracks).map((chapter) => ({
    ...chapter,
    title: `${draw.pick(chapterTitles)} ${draw.integer(1, 99)}`,
    ...(draw.chance(0.5) ? { titleAscii: 'Ascii title' } : {}),
  }));
  const way = draw.pick([
    'all',
    'last',
    'first',
    'backwards',
    'unknown file',
    'twice',
    'shifted',
    'none',
  ]);
  const list = {
    all: chapters,
    last: chapters.slice(-1),
    first: chapters.slice(0, 1),
    backwards: chapters.toReversed(),
    'unknown file': chapters.map((chapter, index) =>
      index === chapters.length - 1 ? { ...chapter, fileId: '{unknown 1}' } : chapter,
    ),
    twice: [
      ...chapters,
      ...chapters.slice(-1).map((chapter) => ({ ...chapter, sequence: chapter.sequence + 1 })),
    ],
    shifted: chapters.map((chapter) => ({ ...chapter, sequence: chapter.sequence + 1 })),
    none: [],
  }[way];
  return {
    steps: [{ method: 'PATCH', path, json: { chapters: list } }],
    kinds: [`chapters ${way} of ${Math.min(3, tracks.length)}`],
  };
}
