/** Lists the parts of a contract: everything in it that an exchange can contradict. */
import { follow, isObject, escape, isArray, type Json, type JsonObject } from '../json-pointer.ts';
import { memoize } from '../memoize.ts';
import type { OperationId } from '../operations.ts';
import { readOwnContract, type Contract } from '../spec.ts';
import { listOperations, type OperationParts } from './operation-parts.ts';
import type { ContractCoverage, ContractPart, Need } from './part.ts';
import { describeReason } from './reasons.ts';
import { createSchemaLister } from './schema-parts.ts';
import { describePlace } from '../changes/index.ts';

export interface ContractParts {
  /** Every part once. */
  readonly all: readonly ContractPart[];
  readonly operations: ReadonlyMap<OperationId, OperationParts>;
  /** The header with the key. */
  readonly keyHeader: ContractPart | undefined;
}

/** Returns the parts of a contract. */
export const readParts = memoize(listWithForbidden);

/** Adds what another contract no longer says, no longer takes, or says in a place that has no part. */
function listWithForbidden(contract: Contract): ContractParts {
  const parts = listParts(contract);
  const own = readOwnContract();
  if (own.source === contract.source) return parts;
  const ownParts = readParts(own).all;
  const ownIdentities = new Set(ownParts.map(({ identity }) => identity));
  const all = [
    ...parts.all,
    ...listForbidden(parts.all, ownParts),
    ...listRemoved(parts.all, ownParts),
  ];
  const differing = all.filter(({ identity }) => !ownIdentities.has(identity));
  const others = listOtherDifferences(own.document, contract.document, differing);
  return { ...parts, all: [...all, ...others] };
}

/** Returns a part for each statement that the contract no longer makes. No exchange shows that a service dropped it. */
function listRemoved(
  parts: readonly ContractPart[],
  ownParts: readonly ContractPart[],
): ContractPart[] {
  const identities = new Set(parts.map(({ identity }) => identity));
  const places = new Set(parts.map(getPlace));
  const isListed = ({ side, keyword, kind }: ContractPart): boolean =>
    kind === 'alternative' ||
    kind === 'parameter' ||
    (side === 'response' && (keyword === 'type' || keyword === 'enum'));
  return ownParts
    .filter(({ identity }) => !identities.has(identity))
    .filter((part) => !places.has(getPlace(part)) || isListed(part))
    .map(({ name, identity, ...part }) => ({
      ...part,
      name: `${name}, no longer in the contract`,
      identity: `${identity} removed`,
      kind: 'removed',
      needs: ['a check'],
    }));
}

/** Returns the side and the place of a statement without its value. */
function getPlace({ side, identity }: ContractPart): string {
  const [place = ''] = identity.replace(/^(request|response) /, '').split(' ');
  return `${side} ${place}`;
}

/** Returns a part for each value of an enum, and each of several types, that requests could have and may no longer have. */
function listForbidden(
  parts: readonly ContractPart[],
  ownParts: readonly ContractPart[],
): ContractPart[] {
  const identities = new Set(parts.map(({ identity }) => identity));
  const pointers = new Set(parts.map(({ pointer }) => pointer));
  return ownParts
    .filter(({ identity, pointer }) => !identities.has(identity) && pointers.has(pointer))
    .filter(
      ({ needs, keyword }) => keyword === 'enum' || (keyword === 'type' && needs.length === 1),
    )
    .filter(({ side, needs, value }) => {
      // For a value that the document leaves open, nothing changes.
      return side === 'request' && value !== undefined && needs.includes('accepted');
    })
    .map((part) => ({
      ...part,
      name: `${part.name}, no longer permitted`,
      identity: `${part.identity} no longer`,
      needs: ['refused'],
    }));
}

function listParts(contract: Contract): ContractParts {
  const { document } = contract;
  const found = new Map<string, ContractPart>();
  const schemas = createSchemaLister(document);
  // Operations that share a component list its parts again. The first of equal parts counts.
  const add = (part: ContractPart): ContractPart => {
    const known = found.get(part.identity) ?? part;
    found.set(part.identity, known);
    return known;
  };
  const keyHeader = createKeyHeader(document);
  if (keyHeader !== undefined) add(keyHeader);
  const operations = listOperations(contract, { document, schemas, add });
  return { all: [...found.values(), ...schemas.parts], operations, keyHeader };
}

function createKeyHeader(document: Contract['document']): ContractPart | undefined {
  const schemes = follow(document, '#/components/securitySchemes');
  const [entry] = Object.entries(isObject(schemes) ? schemes : {});
  const header = isObject(entry?.[1]) ? entry[1]['name'] : undefined;
  if (entry === undefined || typeof header !== 'string') return undefined;
  const pointer = `#/components/securitySchemes/${entry[0]}/name`;
  return {
    pointer,
    name: `the key in the header ${header}`,
    kind: 'security',
    side: 'request',
    identity: `${pointer} ${header}`,
    needs: ['accepted'],
  };
}

/** Returns how much of a contract was checked. @param missing what no exchange showed, for each unproven part */
export function summarizeCoverage(
  contract: Contract,
  missing: ReadonlyMap<ContractPart, ReadonlySet<Need>>,
): ContractCoverage {
  const { all } = readParts(contract);
  const own = readOwnContract();
  const isOwn = own.source === contract.source;
  const ownIdentities = new Set(isOwn ? [] : readParts(own).all.map(({ identity }) => identity));
  const unproven = all.flatMap((part) => {
    const [need] = missing.get(part) ?? [];
    if (need === undefined) return [];
    const { pointer, name, kind, identity } = part;
    const differs = !isOwn && !ownIdentities.has(identity);
    const row = { pointer, part: name, kind, reason: describeReason(part, need) };
    return [differs ? { ...row, differs: true as const } : row];
  });
  return { parts: all.length, checked: all.length - unproven.length, unproven };
}

/** Returns the new parts of a contract that no exchange of this version can show, each with the reason. */
export function listUncheckable(before: Contract, after: Contract): string[] {
  const [known, own] = [before, readOwnContract()].map(
    (contract) => new Set(readParts(contract).all.map(({ identity }) => identity)),
  );
  return readParts(after).all.flatMap((part) => {
    if (known?.has(part.identity)) return [];
    // What a parameter of another contract does, no check knows.
    const need = part.needs.find(
      (one) => one === 'a check' || (one === 'understood' && !own?.has(part.identity)),
    );
    return need === undefined ? [] : [`${part.name}: ${describeReason(part, need)}`];
  });
}

/** The keys that say nothing about exchanges. */
const wordsForReaders =
  /^(info|tags|title|description|summary|examples?|deprecated|externalDocs|operationId|x-requirements|x-missing|x-any-value)$/;
/** The keys below which a key is a name and no keyword. */
const namesBelow = /^(properties|paths|schemas|headers|securitySchemes)$/;

/** Returns a part for each difference that is neither within one of the parts nor around it. */
function listOtherDifferences(
  own: JsonObject,
  changed: JsonObject,
  differingParts: readonly ContractPart[],
): ContractPart[] {
  const listed = differingParts.map(({ pointer }) => `${pointer}/`);
  return listDifferences(own, changed, '#')
    .filter((place) => !listed.some((part) => isWithin(part, place) || isWithin(place, part)))
    .map((pointer) => ({
      pointer,
      name: `${describePlace(pointer.replace('#', ''))}: different`,
      kind: 'difference',
      side: 'request',
      identity: `${pointer} differs`,
      needs: ['a check'],
    }));
}

function isWithin(place: string, outer: string): boolean {
  return `${place}/`.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** Returns the smallest places that differ. Lists of different lengths differ as a whole. */
function listDifferences(
  own: Json | undefined,
  changed: Json | undefined,
  place: string,
): string[] {
  if (isArray(own) && isArray(changed) && own.length === changed.length)
    return own.flatMap((entry, at) => listDifferences(entry, changed[at], `${place}/${at}`));
  if (isObject(own) && isObject(changed)) {
    const hasNames = namesBelow.test(place.split('/').at(-1) ?? '');
    return [...new Set([...Object.keys(own), ...Object.keys(changed)])]
      .filter((key) => hasNames || !wordsForReaders.test(key))
      .flatMap((key) => listDifferences(own[key], changed[key], `${place}/${escape(key)}`));
  }
  return JSON.stringify(own) === JSON.stringify(changed) ? [] : [place];
}
