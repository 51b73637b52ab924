/** Tests the parts of the contract, and how those of another contract differ. */
import { expect, test } from 'vitest';
import { parseContract, readOwnContract } from '../spec.ts';
import { isDecisive, readParts, summarizeCoverage } from './index.ts';
import type { ContractPart, Need } from './part.ts';

const own = readOwnContract();

function change(...changes: readonly (readonly [string, string])[]) {
  const source = changes.reduce((text, [before, after]) => {
    expect(text).toContain(before);
    return text.replace(before, after);
  }, own.source);
  return parseContract(source);
}

/** Returns the parts that differ from the contract of the package, if nothing was checked. */
function listDifferences(contract: ReturnType<typeof change>) {
  const missing = new Map<ContractPart, ReadonlySet<Need>>();
  for (const part of readParts(contract).all) missing.set(part, new Set(part.needs));
  const { unproven } = summarizeCoverage(contract, missing);
  return unproven.filter(({ differs }) => differs);
}

test('lists the eleven operations, and every part once', () => {
  const { all, operations } = readParts(own);
  expect(operations.size).toBe(11);
  expect(new Set(all.map(({ identity }) => identity)).size).toBe(all.length);
  expect(all.every(({ pointer }) => pointer.startsWith('#/'))).toBe(true);
  expect(all).toContainEqual(
    expect.objectContaining({
      name: 'GET /books, query parameter perPage: maximum 100',
      pointer: '#/paths/~1books/get/parameters/1/schema/maximum',
    }),
  );
});

test('does not call a part of the own contract different', () => {
  expect(listDifferences(parseContract(own.source))).toEqual([]);
});

test('names a changed bound and default by their keywords', () => {
  const contract = change([
    'maximum: 100\n            default: 50',
    'maximum: 200\n            default: 20',
  ]);
  expect(listDifferences(contract).map(({ part, pointer }) => `${part} ${pointer}`)).toEqual([
    'GET /books, query parameter perPage: default 20 #/paths/~1books/get/parameters/1/schema/default',
    'GET /books, query parameter perPage: maximum 200 #/paths/~1books/get/parameters/1/schema/maximum',
  ]);
});

test('takes parameters behind a new one for the same as before, and the new one for decisive', () => {
  const contract = change([
    '        - name: perPage\n',
    '        - { name: author, in: query, schema: { type: string } }\n        - name: perPage\n',
  ]);
  const differences = listDifferences(contract);
  expect(differences.map(({ part }) => part)).toEqual([
    'GET /books, query parameter author',
    'GET /books, query parameter author: type string',
  ]);
  expect(differences.filter(isDecisive)).toHaveLength(1);
});

test('names a value that requests may no longer have', () => {
  const contract = change([
    'enum: [createdAt, title, productIdentifier]',
    'enum: [createdAt, productIdentifier]',
  ]);
  expect(listDifferences(contract).map(({ part }) => part)).toEqual([
    'GET /books, query parameter sort: no value but createdAt, productIdentifier',
    'GET /books, query parameter sort: value title, no longer permitted',
  ]);
});

test('lists of an unknown operation only the operation, which nothing checks', () => {
  const contract = change([
    '  /books/{bookPublicId}:\n',
    "  /authors:\n    get:\n      operationId: listAuthors\n      responses:\n        '200': { description: Authors. }\n\n  /books/{bookPublicId}:\n",
  ]);
  expect(listDifferences(contract)).toEqual([
    {
      pointer: '#/paths/~1authors/get',
      part: 'GET /authors',
      kind: 'operation',
      reason: 'this version knows no such operation',
      differs: true,
    },
  ]);
});

test('refuses a contract with a reference that leads nowhere', () => {
  expect(() =>
    change(["$ref: '#/components/schemas/Price'", "$ref: '#/components/schemas/Fee'"]),
  ).toThrow('The contract refers to #/components/schemas/Fee, which it does not have.');
});
