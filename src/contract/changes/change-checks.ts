/** Says for each difference between two contracts whether this version of the toolkit checks it. */
import type { ContractChange } from './contract-changes.ts';
import { readFields } from '../fields.ts';
import { follow, isArray, isObject, unescape } from '../json-pointer.ts';
import { operationIds } from '../operations.ts';
import type { Contract } from '../spec.ts';

/**
 * Returns a note such as `no check`; undefined if nothing is left to check, because the place is gone.
 * @param before the older contract
 * @param after the newer contract
 */
export function describeCheck(
  { pointer, kind, side }: ContractChange,
  before: Contract,
  after: Contract,
): string | undefined {
  if (kind === 'removed') return undefined;
  const keys = pointer.split('/').slice(1).map(unescape);
  const last = keys.at(-1) ?? '';
  if (keys[0] === 'paths' && keys.length <= 3) return describeOperation(after, pointer);
  if (last === 'parameters') return describeParameters(before, after, pointer);
  if (keys.at(-2) === 'responses') return last.startsWith('2') ? tested : 'no check';
  if (keys.includes('headers') || pointer.endsWith('/requestBody/required')) return 'no check';
  if (keys.at(-2) === 'properties' && kind === 'added') return describeProperty(last, side, after);
  return tested;
}

const tested = 'tested';

function describeOperation({ document }: Contract, pointer: string): string {
  const node = follow(document, `#${pointer}`);
  const nodes = isObject(node) ? [node, ...Object.values(node).filter(isObject)] : [];
  const ids = nodes.flatMap(({ operationId }) => operationId ?? []);
  const isKnown = ids.length > 0 && ids.every((id) => operationIds.some((known) => known === id));
  return isKnown ? tested : 'no check: this version knows no such operation';
}

function describeParameters(
  before: Contract,
  after: Contract,
  pointer: string,
): string | undefined {
  const known = listNames(before, pointer);
  const added = listNames(after, pointer).filter((name) => !known.includes(name));
  if (added.length === 0) return undefined;
  return `the bounds of ${added.join(', ')} are tested, the meaning is not`;
}

function listNames({ document }: Contract, pointer: string): string[] {
  const list = follow(document, `#${pointer}`);
  return (isArray(list) ? [...list.keys()] : [])
    .map((index) => follow(document, `#${pointer}/${index}/name`))
    .filter((name) => typeof name === 'string');
}

function describeProperty(name: string, side: ContractChange['side'], contract: Contract): string {
  const { create, update, book } = readFields(contract);
  const isSent = create.all.includes(name) || update.all.includes(name);
  if (isSent && book.all.includes(name)) return 'its round trip is tested';
  return side === 'request' ? 'its form is tested, its effect is not' : 'only its form is tested';
}
