/** Tests that values drawn for the schemas of requests are everyday ones. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getBodySchema, readRequestBody } from '../../../contract/requests/index.ts';
import { readOwnContract } from '../../../contract/spec.ts';
import { createArbitrary, createExample } from './examples.ts';

const contract = readOwnContract();

it.each(['createBook', 'updateBook', 'requestUploads', 'attachFile'] as const)(
  'draws bodies for %s that every service must accept',
  (id) => {
    const operation = contract.operations[id];
    const place = { contract, pointer: getBodySchema(operation) ?? '' };
    for (const value of [
      createExample(place),
      ...fc.sample(createArbitrary(place), { numRuns: 20, seed: 3 }),
    ]) {
      const { violations, openValues } = readRequestBody(contract, operation, value);
      expect([...violations, ...openValues]).toEqual([]);
    }
  },
);
