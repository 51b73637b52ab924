/** Tests when a change of the contract counts as noticed. */
import { expect, test } from 'vitest';
import type { UnprovenPart } from '../../../src/contract/parts/index.ts';
import { readContract } from '../../../src/contract/spec.ts';
import type { ContractChange } from './contract-change.ts';
import type { RevisionVerdict } from './judge-revision.ts';
import { listContractChanges } from './list-contract-changes.ts';
import { findNotice } from './notice.ts';

const document = { paths: { '/books': { get: { parameters: [{ name: 'page' }] } } } };
const page = '/paths/~1books/get/parameters/0';

function createVerdict(changes: Partial<RevisionVerdict> = {}): RevisionVerdict {
  return {
    verdict: 'conforms',
    exitCode: 0,
    drifts: [],
    unproven: [],
    requests: 1,
    took: 1,
    ...changes,
  };
}

function createPart(pointer: string, part = 'the parameter page'): UnprovenPart {
  return { pointer, part, kind: 'parameter', reason: 'no request had it' };
}

function notice(pointer: string, parts: readonly UnprovenPart[], known = parts.slice(0, 0)) {
  const context = { baseline: createVerdict({ unproven: known }), document };
  return findNotice(createChange(pointer), createVerdict({ unproven: parts }), context);
}

function createChange(pointer: string): ContractChange {
  return {
    kind: 'changed',
    pointer,
    description: 'a change',
    sides: ['request'],
    apply: (node) => node,
  };
}

test('another verdict, exit code or drift is a notice', () => {
  const context = { baseline: createVerdict(), document };
  const find = (verdict: RevisionVerdict) => findNotice(createChange(page), verdict, context);
  expect(find(createVerdict({ drifts: ['list.page'] }))).toBe('verdict');
  expect(find(createVerdict({ exitCode: 3 }))).toBe('verdict');
  expect(find(createVerdict())).toBe('unnoticed');
});

test('an unproven part names a change at its place, below it and around it', () => {
  expect(notice(page, [createPart(page)])).toBe('named');
  expect(notice(`${page}/schema/minimum`, [createPart(`#${page}`)])).toBe('named');
  expect(notice(page, [createPart('/paths/~1books/get/parameters/01')])).toBe('unnoticed');
  expect(notice(page, [createPart(`${page}/name`)])).toBe('named');
});

test('an unproven part within an added place names it', () => {
  const added = '/paths/~1books/get/parameters/1';
  expect(notice(added, [createPart(`${added}/schema/type`)])).toBe('named');
});

test('a part that is also unproven without the change is counted separately', () => {
  const part = createPart(page);
  expect(notice(page, [part], [part])).toBe('already unproven');
  expect(notice(page, [part, createPart(page, 'the minimum')], [part])).toBe('named');
});

test('a service keeps a change if its responses prove that they guarantee more', () => {
  const { document: ownDocument } = readContract();
  const lastPage = '/components/schemas/BookList/properties/meta/properties/lastPage/minimum';
  const find = (kind: string, unproven: readonly UnprovenPart[]) => {
    const found = listContractChanges(ownDocument).find(
      (change) => change.pointer === lastPage && change.kind === kind,
    );
    if (found === undefined) throw new Error(`No change ${kind} of ${lastPage}.`);
    const context = { baseline: createVerdict(), document: ownDocument };
    return findNotice(found, createVerdict({ unproven }), context);
  };
  expect(find('minimum-raised', [])).toBe('kept');
  expect(find('minimum-raised', [createPart(lastPage)])).toBe('named');
  expect(find('minimum-lowered', [])).toBe('unnoticed');
});
