/** Tests which changes between two contracts are reported, and which of them may break callers. */
import { expect, test } from 'vitest';
import { compareContracts } from './contract-changes.ts';
import type { JsonObject } from './json-pointer.ts';

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
  expect(changes).toEqual([{ breaking: true, where: 'GET /books parameters 0 maximum', what }]);
});

test('reports a removed path as breaking, and an added path as not breaking', () => {
  const onePath = { paths: { '/books': {} } };
  const twoPaths = { paths: { '/books': {}, '/books/{id}': { get: {} } } };
  const where = '/books/{id}';
  expect(compareContracts(twoPaths, onePath)).toEqual([
    { breaking: true, where, what: 'no longer part of requests' },
  ]);
  expect(compareContracts(onePath, twoPaths)).toEqual([
    { breaking: false, where, what: 'new in requests' },
  ]);
});
