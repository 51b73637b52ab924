/** Draws changes of request bodies and parameters at the edges of the contract's schemas, and just outside. */
import type { OperationId } from '../../contract/operations.ts';
import { readContract, type Contract } from '../../contract/spec.ts';
import {
  addOptional,
  createBookBody,
  createDescriptor,
  createSampleFile,
  editor,
  type Format,
  listBodyVariations,
  listParameterVariations,
  narrator,
  requiredRoles,
  spareRoles,
  type Variation,
} from '../arbitraries/index.ts';
import type { Draw } from './draw.ts';

/** The variations of one constraint. A run tries each constraint equally often. */
type Groups = ReadonlyMap<string, readonly Variation[]>;

const groupsByContract = new WeakMap<Contract, Map<string, Groups>>();

/** Computes the variations of a request once for each judged contract. */
function getGroups(name: string, list: () => readonly Variation[]): Groups {
  const contract = readContract();
  const known = groupsByContract.get(contract) ?? new Map<string, Groups>();
  groupsByContract.set(contract, known);
  const groups = known.get(name) ?? groupByConstraint(list());
  known.set(name, groups);
  return groups;
}

function groupByConstraint(variations: readonly Variation[]): Groups {
  const groups = new Map<string, Variation[]>();
  for (const variation of variations) {
    const { kind, className, reasons } = variation;
    // A second reason to refuse a value would hide that the service does not check the first.
    if (kind === 'open' || reasons === 'several') continue;
    const key = `${kind} ${className}`;
    groups.set(key, [...(groups.get(key) ?? []), variation]);
  }
  return groups;
}

/** A change of a request in one place. */
export interface DrawnVariation extends Pick<Variation, 'path' | 'part'> {
  readonly kind: string;
}

function drawFrom(groups: Groups, draw: Draw, isRefused: boolean): DrawnVariation | undefined {
  const prefix = isRefused ? 'refused' : 'edge';
  const names = [...groups.keys()].filter((name) => name.startsWith(prefix));
  if (names.length === 0) return undefined;
  const kind = draw.pick(names);
  const { path, part } = draw.pick(groups.get(kind) ?? []);
  return { kind, path, part };
}

const sampleMark = { run: 'sample', n: 1 };

/** Returns a body with two entries in every list, so that either of them can be wrong. */
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
  const body = createBookBody(format, sampleMark);
  const full = {
    ...addOptional('createBook', body, { except: ['isbn', 'audioDetails'] }),
    language: ['en', 'FR'],
    category: ['FIC000000', 'FIC002000'],
    keyword: ['salt', 'sea'],
    contributor: [...body.contributor, editor, ...(format === 'audio' ? [narrator] : [])],
    price: [...body.price, { currency: 'EUR' as const, price: 8.2 }],
  };
  return operation === 'createBook' ? full : { ...full, isFinalVersion: false };
}

export interface VariationQuery {
  readonly operation: OperationId;
  readonly format: Format;
  readonly isRefused: boolean;
}

/** Draws a change of a body; undefined if the contract has no such change. */
export function drawBodyVariation(query: VariationQuery, draw: Draw): DrawnVariation | undefined {
  const { operation, format, isRefused } = query;
  const groups = getGroups(`${operation} ${format}`, () =>
    listBodyVariations(operation, createSampleBody(operation, format), { format }),
  );
  return drawFrom(groups, draw, isRefused);
}

/** Draws a value of a list parameter; undefined if the contract has no such value. */
export function drawParameter(
  name: string,
  isRefused: boolean,
  draw: Draw,
): DrawnVariation | undefined {
  return drawFrom(
    getGroups(`parameter ${name}`, () => listParameterVariations(name)),
    draw,
    isRefused,
  );
}
