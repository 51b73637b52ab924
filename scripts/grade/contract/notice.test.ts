/** Tests when a change of the contract counts as noticed. */
import { expect, test } from 'vitest';
import type { RevisionVerdict, UnprovenPart } from './judge-revision.ts';
import { readUnprovenParts } from './judge-revision.ts';
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
  return { pointer, part, reason: 'no request had it' };
}

function notice(pointer: string, parts: readonly UnprovenPart[], known = parts.slice(0, 0)) {
  const context = { baseline: createVerdict({ unproven: known }), document };
  return findNotice({ pointer }, createVerdict({ unproven: parts }), context);
}

test('another verdict, exit code or drift is a notice', () => {
  const context = { baseline: createVerdict(), document };
  const find = (verdict: RevisionVerdict) => findNotice({ pointer: page }, verdict, context);
  expect(find(createVerdict({ drifts: ['list.page'] }))).toBe('verdict');
  expect(find(createVerdict({ exitCode: 3 }))).toBe('verdict');
  expect(find(createVerdict())).toBe('unnoticed');
});

test('an unproven part names a change at its place and below it', () => {
  expect(notice(page, [createPart(page)])).toBe('named');
  expect(notice(`${page}/schema/minimum`, [createPart(`#${page}`)])).toBe('named');
  expect(notice(page, [createPart('/paths/~1books/get/parameters/01')])).toBe('unnoticed');
  expect(notice(page, [createPart(`${page}/name`)])).toBe('unnoticed');
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

test('a report without unproven parts names nothing', () => {
  expect(readUnprovenParts({ contract: { version: '2.0' } })).toEqual([]);
  expect(readUnprovenParts({ contract: { unproven: [createPart(page), 'page'] } })).toEqual([
    createPart(page),
  ]);
});
