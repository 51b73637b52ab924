import { expect, test } from 'vitest';
import { compareContracts } from './contract-changes.ts';
import type { JsonObject } from './json-pointer.ts';

const limit = (maximum: number): JsonObject => ({
  name: 'perPage',
  in: 'query',
  schema: { type: 'integer', maximum },
});

function contract(parameter: JsonObject, parameters: JsonObject = {}): JsonObject {
  return { paths: { '/books': { get: { parameters: [parameter] } } }, components: { parameters } };
}

const shared = { $ref: '#/components/parameters/PerPage' };

test('a parameter that two revisions write in different places has not changed', () => {
  const together = contract(shared, { PerPage: limit(100) });
  expect(compareContracts(together, contract(limit(100)))).toEqual([]);
  expect(compareContracts(contract(limit(100)), together)).toEqual([]);
});

test('a shared parameter that allows less may break callers', () => {
  const changes = compareContracts(
    contract(shared, { PerPage: limit(100) }),
    contract(shared, { PerPage: limit(50) }),
  );
  const what = 'requests may contain less, or need more';
  expect(changes).toEqual([{ breaking: true, where: 'GET /books parameters 0 maximum', what }]);
});

test('an operation that is removed may break callers, and one that is added does not', () => {
  const [one, both] = [{}, { '/books/{id}': { get: {} } }].map((paths) => ({
    paths: { '/books': {}, ...paths },
  }));
  const where = '/books/{id}';
  expect(compareContracts(both ?? {}, one ?? {})).toEqual([
    { breaking: true, where, what: 'no longer part of requests' },
  ]);
  expect(compareContracts(one ?? {}, both ?? {})).toEqual([
    { breaking: false, where, what: 'new in requests' },
  ]);
});
