/** Tests which changes between two contracts are reported, and which of them may break callers. */
import { expect, test } from 'vitest';
import { compareContracts } from './contract-changes.ts';
import type { JsonObject } from '../json-pointer.ts';

const createParameter = (maximum: number): JsonObject => ({
  name: 'perPage',
  in: 'query',
  schema: { type: 'integer', maximum },
});

function createContract(parameter: JsonObject, parameters: JsonObject = {}): JsonObject {
  return { paths: { '/books': { get: { parameters: [parameter] } } }, components: { parameters } };
}

const reference = { $ref: '#/components/parameters/PerPage' };

test('reports no change if a parameter moves into the shared components or out of them', () => {
  const sharedContract = createContract(reference, { PerPage: createParameter(100) });
  expect(compareContracts(sharedContract, createContract(createParameter(100)))).toEqual([]);
  expect(compareContracts(createContract(createParameter(100)), sharedContract)).toEqual([]);
});

test('reports a shared parameter that allows less as breaking', () => {
  const changes = compareContracts(
    createContract(reference, { PerPage: createParameter(100) }),
    createContract(reference, { PerPage: createParameter(50) }),
  );
  const what = 'requests may contain less, or need more';
  const pointer = '/paths/~1books/get/parameters/0/schema/maximum';
  expect(changes).toEqual([
    {
      breaking: true,
      where: 'GET /books parameters 0 maximum',
      what,
      pointer,
      side: 'request',
      kind: 'narrower',
    },
  ]);
});

test('reports a removed path as breaking, and an added path as not breaking', () => {
  const onePath = { paths: { '/books': {} } };
  const twoPaths = { paths: { '/books': {}, '/books/{id}': { get: {} } } };
  const where = '/books/{id}';
  const place = { where, pointer: '/paths/~1books~1{id}', side: 'request' };
  expect(compareContracts(twoPaths, onePath)).toEqual([
    { breaking: true, what: 'no longer part of requests', kind: 'removed', ...place },
  ]);
  expect(compareContracts(onePath, twoPaths)).toEqual([
    { breaking: false, what: 'new in requests', kind: 'added', ...place },
  ]);
});
