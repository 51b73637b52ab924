/** Draws values at the edges of the contract's schemas, and just outside: of bodies, single fields and parameters. */
import fc from 'fast-check';
import type { OperationId } from '../../contract/operations.ts';
import {
  addOptional,
  author,
  createBookBody,
  createDescriptor,
  createSampleFile,
  editor,
  type Format,
  isbn978,
  listBodyVariations,
  listParameterVariations,
  narrator,
  readAt,
  replaceAt,
  requiredRoles,
  spareRoles,
} from '../arbitraries/index.ts';
import type { Draw } from './draw.ts';
import { drawFrom, type DrawnVariation, getGroups, type Groups } from './constraint-groups.ts';
import type { Scene } from './move.ts';

/** Returns a body with the changed property of a variation; the changed value itself if it is no object. */
export function applyVariation(body: unknown, { path, value }: DrawnVariation): unknown {
  const [name] = path;
  return typeof name === 'string' ? replaceAt(body, [name], readAt(value, [name])) : value;
}

const secondEditor = { ...editor, firstName: 'Noor' };

const sampleMark = { run: 'sample', n: 1, variant: 1 };

/** Returns a body of which any place can be made wrong: the first, a middle or the last entry of each list. */
function createSampleBody(operation: OperationId, format: Format): unknown {
  if (operation === 'attachFile') {
    const { filename, hashSha256 } = createSampleFile(spareRoles[format], 'sample');
    return { filename, hashSha256 };
  }
  if (operation === 'requestUploads') {
    return requiredRoles[format].map((role, index) =>
      createDescriptor(createSampleFile(role, 'sample'), `${index}`),
    );
  }
  const full = createFullBody(format);
  return operation === 'createBook' ? full : { ...full, isFinalVersion: false };
}

/** Returns the body of a book with all optional properties and three entries in every list. */
export function createFullBody(format: Format) {
  const body = createBookBody(format, sampleMark);
  return {
    ...addOptional('createBook', body, { except: ['isbn', 'audioDetails', 'isFinalVersion'] }),
    language: ['en', 'FR', 'de'],
    category: ['FIC000000', 'FIC002000', 'FIC010000'],
    keyword: ['salt', 'sea', 'harbour'],
    contributor: [...body.contributor, editor, format === 'audio' ? narrator : secondEditor],
    price: [...body.price, { currency: 'EUR', price: 8.2 }, { currency: 'GBP', price: 7.4 }],
  };
}

export interface VariationQuery {
  readonly operation: OperationId;
  readonly format: Format;
  readonly isRefused: boolean;
}

/**
 * The variations do not depend on the day of the run; the monitor compares each day with the service's. It is long before
 * the sample's date, which would otherwise be a second reason to refuse every variation.
 */
const anyDay = '2029-06-15';

function getBodyGroups({ operation, format }: VariationQuery): Groups {
  return getGroups(`${operation} ${format}`, () => {
    const context = { format, today: anyDay };
    return listBodyVariations(operation, createSampleBody(operation, format), context);
  });
}

/** Draws a change of a body; undefined if the contract has no such change. */
export function drawBodyVariation(
  query: VariationQuery,
  scene: DrawingScene,
): DrawnVariation | undefined {
  const { isRefused } = query;
  return drawFrom(getBodyGroups(query), scene.draw, {
    isRefused,
    getUse: countUses({ ...query, ...scene }),
  });
}

/** Returns a function that says how often a kind of value was sent: never (0), for other formats (1), or for this one (2). */
function countUses({
  operation,
  format,
  isUsed,
}: Pick<VariationQuery, 'operation' | 'format'> & Pick<Scene, 'isUsed'>): (
  kind: string,
) => 0 | 1 | 2 {
  return (kind) => (!isUsed(operation, kind) ? 0 : isUsed(operation, kind, format) ? 2 : 1);
}

type DrawingScene = Pick<Scene, 'draw' | 'isUsed'>;

/** Draws a value of a list parameter; undefined if the contract has no such value. */
export function drawParameter(
  name: string,
  isRefused: boolean,
  { draw, isUsed }: DrawingScene,
): DrawnVariation | undefined {
  const groups = getGroups(`parameter ${name}`, () => listParameterVariations(name));
  const wanted = {
    isRefused,
    getUse: (kind: string) => (isUsed('listBooks', `${name} ${kind}`) ? 1 : 0),
  };
  return drawFrom(groups, draw, wanted);
}

/** A value with its classes, such as `subtitle leading zeros`. */
export interface ClassedValue {
  readonly value: unknown;
  readonly kinds: readonly string[];
}

/** The call for which a field is drawn. */
export interface FieldOwner extends Pick<Scene, 'draw' | 'isUsed'> {
  readonly operation: 'createBook' | 'updateBook';
  readonly format: Format;
  /** The number of the values that no other book may have. */
  readonly number: number;
  /** The status of the book; undefined for a create. */
  readonly status?: string | undefined;
}

/** Days near the edges of the final version window, and elsewhere. */
const days = [-400, -31, -2, -1, 0, 1, 5, 9, 11, 12, 13, 14, 15, 16, 17, 30, 365, 500] as const;

type DrawField = (owner: FieldOwner) => ClassedValue;

/**
 * The end of an external id with many unusual characters, which finds most mistakes. The document leaves open whether a
 * lookup finds an id with a `+`, so this one has none.
 */
export const unusualSuffix = ' Bé📚.00_';

/** The fields whose values differ from run to run, or that several entries make. */
const ownFields: Readonly<Record<string, DrawField>> = {
  title: (owner) => {
    const { kinds, value } = drawEdge('subtitle', owner);
    const text = typeof value === 'string' ? value : 'The salt road';
    return {
      kinds: kinds.map((kind) => `title ${kind}`),
      value: `{title ${owner.number}} ${text}`.slice(0, 110),
    };
  },
  externalId: ({ draw, number }) => {
    const suffix = draw.chance(0.4)
      ? unusualSuffix
      : draw.pick(['', '-B', ' b', 'é', '📚', '.00', '%2F', '_', '+', '/b']);
    return { kinds: [`externalId ${suffix}`], value: `{externalId ${number}}${suffix}` };
  },
  isbn: ({ draw, format, number }) => {
    if (format !== 'print' && draw.chance(0.2)) return { kinds: ['isbn null'], value: null };
    return draw.chance(0.5)
      ? { kinds: ['isbn fresh'], value: `{isbn ${number}}` }
      : { kinds: ['isbn any'], value: draw.value(isbn978) };
  },
  publicationDate: (owner) => {
    const { draw } = owner;
    if (draw.chance(0.4)) return drawEdge('publicationDate', owner);
    const day = draw.pick(days);
    return { kinds: [`publicationDate day ${day}`], value: `{day ${day}}` };
  },
  isFinalVersion: ({ draw }) => {
    const value = draw.chance(0.5);
    return { kinds: [`isFinalVersion ${value}`], value };
  },
  price: (owner) => drawEdge(owner.draw.chance(0.5) ? 'price.*.currency' : 'price', owner),
  contributor: (owner) => {
    const { draw, format } = owner;
    if (draw.chance(0.3)) return drawEdge('contributor.*.role', owner);
    const { kinds, value } = drawEdge('subtitle', owner);
    const firstName = typeof value === 'string' ? value.slice(0, 40) : 'Ana';
    const count = draw.pick([0, 1, 2, 8, 9, 10]);
    const others = Array.from({ length: count }, (_, index) => ({
      ...editor,
      lastName: `Writer ${index}`,
      role: draw.pick([author.role, editor.role]),
    }));
    const isNarrated = format === 'audio' && draw.chance(0.7);
    const people = [author, ...others, { ...editor, firstName }, ...(isNarrated ? [narrator] : [])];
    return {
      kinds: kinds.map((kind) => `contributor ${kind} of ${people.length}`),
      value: draw.value(fc.shuffledSubarray(people, { minLength: people.length })),
    };
  },
};

/**
 * Draws an edge of a field, of a class that few calls had; the sample's value if the contract has no edge.
 * @param place the field, or a part of it such as `price.*.currency`
 */
function drawEdge(place: string, owner: FieldOwner): ClassedValue {
  const [name = place] = place.split('.');
  const { draw, format } = owner;
  const query = { operation: 'updateBook', format, isRefused: false } as const;
  const wanted = { isRefused: false, place, getUse: countUses(owner) };
  const drawn = drawFrom(getBodyGroups(query), draw, wanted);
  const sample = createSampleBody('updateBook', format);
  if (drawn === undefined) return { kinds: [`${name} plain`], value: readAt(sample, [name]) };
  return { kinds: drawn.kinds, value: readAt(drawn.value, [name]) };
}

/** Draws a value of a field that most services accept; the monitor decides whether they must. */
export function drawField(name: string, owner: FieldOwner): ClassedValue {
  return (ownFields[name] ?? ((by: FieldOwner) => drawEdge(name, by)))(owner);
}

/** The attributes of a book that only the service sets, and one that the contract does not know. */
const serviceFields: Readonly<Record<string, readonly unknown[]>> = {
  // A service may take the id or the name of an imprint, or both.
  imprint: [{ id: '{unknown 2}', name: 'Salt House' }, { name: 'Salt House' }],
  status: ['published', 'withdrawn'],
  files: [[]],
  note: ['First of two'],
};

/** Draws a property that a client cannot set: the document leaves open whether it is ignored or refused. */
export function drawServiceField(draw: Draw): ClassedValue & { readonly name: string } {
  const name = draw.pick(Object.keys(serviceFields));
  return { name, kinds: [`${name} sent`], value: draw.pick(serviceFields[name] ?? []) };
}

/** Draws a text that is not an ISBN-13 or not a day, for a book of any format. */
export function drawInvalidText(
  operation: OperationId,
  { draw, isUsed }: DrawingScene,
): ClassedValue & { readonly name: string } {
  const name = draw.pick(['isbn', 'publicationDate']);
  const groups = getGroups(`invalid ${name}`, () =>
    listBodyVariations('updateBook', { [name]: name === 'isbn' ? '9780306406157' : anyDay }),
  );
  const getUse = (kind: string) => (isUsed(operation, kind) ? 1 : 0);
  const drawn = drawFrom(groups, draw, { isRefused: true, place: name, getUse });
  return { name, value: drawn?.part, kinds: drawn?.kinds.slice(0, 1) ?? [] };
}
