/** Calls that create and update books, with values of many kinds and with single mistakes. */
import { readFields } from '../../contract/fields.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { createBookBody, type Format, formats, replaceAt } from '../arbitraries/index.ts';
import {
  applyVariation,
  createFullBody,
  drawBodyVariation,
  drawField,
  drawInvalidText,
  drawServiceField,
  type FieldOwner,
  unusualSuffix,
} from './draw-values.ts';
import { type Draw, preferUnused } from './draw.ts';
import type { KnownBook } from './known-books.ts';
import type { Move, Scene } from './move.ts';
import { listTracks, toChapters } from './plans.ts';
import type { Step } from './step.ts';

type Fields = Readonly<Record<string, unknown>>;

const mark = { run: 'explored', n: 1, variant: 1 };

/** Returns a valid body with symbols in place of all values that must be new; sometimes with all optional properties. */
function createPlainBody(owner: FieldOwner): Fields {
  const { draw, format, number } = owner;
  const { value: audioDetails } = drawField('audioDetails', owner);
  // A full book shows whether a call loses entries, or changes more than it should.
  const isFull = draw.chance(0.5);
  return {
    ...(isFull ? createFullBody(format) : createBookBody(format, mark)),
    title: `{title ${number}}`,
    // A service may store an id in lower case, or not decode the path of its lookup.
    externalId: `{externalId ${number}}${draw.pick(['', '', '-B', unusualSuffix])}`,
    publicationDate: `{day ${400 + draw.integer(0, 300)}}`,
    ...(format === 'print' && { isbn: `{isbn ${number}}` }),
    // A service may forget a check for one edition of an audiobook. Without details, it may refuse every publish.
    ...(format === 'audio' && isObject(audioDetails) && { audioDetails }),
  };
}

interface DrawnFields {
  readonly fields: Fields;
  readonly kinds: readonly string[];
}

function drawFields(owner: FieldOwner): DrawnFields {
  const { draw, format, status } = owner;
  const names = readFields().create.all.filter(
    (name) => name !== 'format' && (name !== 'audioDetails' || format === 'audio'),
  );
  const count = draw.weigh([
    [4, 1],
    [2, 2],
    [2, 4],
    [2, 7],
  ]);
  // A service may treat a field of its own in one status. An update that has it alone shows that.
  const nameKind = (name: string): string => `${name} alone ${status ?? ''}`;
  const isAlone = count === 1 && status !== undefined;
  const isUsed = (name: string): boolean => owner.isUsed('updateBook', nameKind(name), format);
  const drawn = Array.from({ length: count }, () => {
    const likely = isAlone ? preferUnused(names, isUsed) : names;
    const name = draw.pick(draw.chance(0.15) ? ['isFinalVersion'] : likely);
    const { value, kinds } = drawField(name, owner);
    return { name, value, kinds: isAlone ? [...kinds, nameKind(name)] : kinds };
  });
  if (draw.chance(0.05)) drawn.push(drawServiceField(draw));
  return {
    fields: Object.fromEntries(drawn.map(({ name, value }) => [name, value])),
    kinds: drawn.flatMap(({ kinds }) => kinds),
  };
}

interface SpoilContext {
  readonly scene: Scene;
  readonly format: Format;
  /** The chapters that the book can have: mistakes in other chapters would not be the only reason to refuse them. */
  readonly chapters?: Chapters;
}

/** Returns a body with one mistake, or undefined if nothing was drawn. */
function spoil(
  body: Fields,
  operation: 'createBook' | 'updateBook',
  { scene, format, chapters = [] }: SpoilContext,
): { readonly body: unknown; readonly kinds: readonly string[] } | undefined {
  if (scene.draw.chance(0.2)) {
    const { name, value, kinds } = drawInvalidText(operation, scene);
    return { body: { ...body, [name]: value }, kinds };
  }
  const variation = drawBodyVariation({ operation, format, isRefused: true }, scene);
  if (variation === undefined) return undefined;
  const { path, part, kinds } = variation;
  const [name, index] = path;
  if (name !== 'chapters' || index === undefined) {
    return { body: applyVariation(body, variation), kinds };
  }
  if (Number(index) >= chapters.length) return undefined;
  return { body: replaceAt({ ...body, chapters }, path, part), kinds };
}

/** More books cost more requests to remove, and a service with fewer has no second page. */
const maxBooks = 14;

/** Draws a create of a book; only one with a mistake if there are enough books. */
export function drawCreate(scene: Scene): Move | undefined {
  const { draw, numbers, books, wantsMistake } = scene;
  const format = draw.pick(formats);
  const number = numbers.next();
  const owner = { ...scene, operation: 'createBook', format, number } as const;
  const plain = createPlainBody(owner);
  const create = (json: unknown, kinds: readonly string[]): Move => ({
    steps: [createBook(number, json)],
    kinds,
  });
  if (wantsMistake) {
    const spoiled = spoil(plain, 'createBook', { scene, format });
    if (spoiled !== undefined) return create(spoiled.body, spoiled.kinds);
  }
  if (books.length >= maxBooks) return undefined;
  if (draw.chance(0.2)) {
    const edge = drawBodyVariation({ operation: 'createBook', format, isRefused: false }, scene);
    if (edge && edge.path[0] !== 'format') return create(applyVariation(plain, edge), edge.kinds);
  }
  const { fields, kinds } = drawFields(owner);
  // Only a create can give a book any external id.
  const { value: externalId, kinds: idKinds } = drawField('externalId', owner);
  return draw.chance(0.4)
    ? create({ ...plain, ...fields, externalId }, [...kinds, ...idKinds])
    : create({ ...plain, ...fields }, kinds);
}

function createBook(number: number, json: unknown): Step {
  return { method: 'POST', path: '/books', json, creates: number };
}

/** Returns the create of a book for a plan. */
export function planCreate(scene: Scene, format: Format): Move {
  const number = scene.numbers.next();
  const plain = createPlainBody({ ...scene, operation: 'createBook', format, number });
  return { steps: [createBook(number, plain)], kinds: ['planned'] };
}

/** Draws an update of a book. */
export function drawUpdate(scene: Scene, target: KnownBook): Move {
  const { draw, numbers, wantsMistake } = scene;
  const { format } = target;
  const path = `/books/{book ${target.number}}`;
  const update = (json: unknown, kinds: readonly string[]): Move => ({
    steps: [{ method: 'PATCH', path, json }],
    kinds,
  });
  if (format === 'audio' && draw.chance(0.35)) return drawChapterUpdate(draw, target);
  const number = numbers.next();
  const owner = { ...scene, operation: 'updateBook', format, number } as const;
  const { fields, kinds } = drawFields({ ...owner, status: target.status });
  if (wantsMistake) {
    const chapters = toChapters(listTracks(target));
    const context = { scene, format, chapters };
    const others = draw.chance(0.5) ? fields : {};
    const spoiled = spoil(others, 'updateBook', context);
    // A refused update must not change what else it has.
    const withOthers = Object.keys(others).map((name) => `with ${name}`);
    if (spoiled !== undefined) return update(spoiled.body, [...spoiled.kinds, ...withOthers]);
  }
  if (draw.chance(0.2)) {
    const edge = drawBodyVariation({ operation: 'updateBook', format, isRefused: false }, scene);
    const value = edge && replaceAt({}, edge.path.slice(0, 1), edge.part);
    if (edge?.path.length === 1 && isObject(value)) return update(value, edge.kinds);
  }
  return update(fields, kinds);
}

const chapterTitles = ['One', 'Überfahrt', '第三章 🚢', 'פרק', 'A "quoted" & <b>part</b>'] as const;

type Chapters = ReturnType<typeof toChapters>;

function withLastFile(chapters: Chapters, fileId: string): Chapters {
  return chapters.map((chapter, index) =>
    index === chapters.length - 1 ? { ...chapter, fileId } : chapter,
  );
}

function shift(chapters: Chapters): Chapters {
  return chapters.map((chapter) => ({ ...chapter, sequence: chapter.sequence + 1 }));
}

/** Returns the chapters and one more, for a file that cannot be a chapter. */
function append(chapters: Chapters, fileId: string): Chapters {
  const sequence = chapters.length + 1;
  return [...chapters, { fileId, sequence, title: `Chapter ${sequence}` }];
}

/** What an update may do with the chapters of all tracks. `otherFile` is a cover, or a track that is not attached. */
const arrangements: Readonly<Record<string, (chapters: Chapters, otherFile: string) => Chapters>> =
  {
    all: (chapters) => chapters,
    last: (chapters) => chapters.slice(-1),
    first: (chapters) => chapters.slice(0, 1),
    backwards: (chapters) => chapters.toReversed(),
    'unknown file': (chapters) => withLastFile(chapters, '{unknown 1}'),
    'other file': withLastFile,
    'other file more': append,
    // A service may check only the files of the first chapters.
    'unknown file more': (chapters) => append(chapters, '{unknown 1}'),
    twice: (chapters) => [...chapters, ...shift(chapters.slice(-1))],
    shifted: shift,
    none: () => [],
  };

/** Draws an update of chapters: of all tracks or some, in any order, with the same numbers or others. */
function drawChapterUpdate(draw: Draw, target: KnownBook): Move {
  const tracks = listTracks(target);
  const chapters = toChapters(tracks).map((chapter) => ({
    ...chapter,
    title: `${draw.pick(chapterTitles)} ${draw.integer(1, 99)}`,
    ...(draw.chance(0.5) ? { titleAscii: 'Ascii title' } : {}),
  }));
  const [way, arrange] = draw.pick(Object.entries(arrangements));
  const others = target.files.filter((file) => !tracks.includes(file));
  const other = others.length === 0 ? undefined : draw.pick(others);
  const otherFile = other === undefined ? '{unknown 1}' : `{file ${other.number}}`;
  const otherKind = other && way.startsWith('other') ? ` ${other.role} ${other.file.attached}` : '';
  const path = `/books/{book ${target.number}}`;
  return {
    steps: [{ method: 'PATCH', path, json: { chapters: arrange(chapters, otherFile) } }],
    kinds: [`chapters ${way}${otherKind} of ${Math.min(3, tracks.length)}`],
  };
}
