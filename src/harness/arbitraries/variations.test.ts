/** Tests that variations of a request follow the judged contract, and that drawn values are everyday ones. */
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { isArray, isObject, type Json, type JsonObject } from '../../contract/json-pointer.ts';
import { parseContract, readOwnContract } from '../../contract/spec.ts';
import { author, createBookBody, editor } from './books.ts';
import { parsePath, readAt, replaceAt } from './paths.ts';
import { completeBody, listBodyVariations, listParameterVariations } from './index.ts';
import { getBodySchema, readRequestBody } from '../../contract/requests/index.ts';
import { createExample } from './everyday.ts';

const own = readOwnContract();
const ebook = createBookBody('ebook', { run: 'x', n: 1, variant: 1 });

/** Returns the own contract with another value at a place of its document. */
function changeContract(place: readonly (string | number)[], value: Json | undefined) {
  const contract = parseContract(
    stringify(replaceAt(own.document, place, value), { aliasDuplicateObjects: false }),
  );
  return { own, judged: contract };
}

const parameter = (name: string): (string | number)[] => {
  const { parameters } = readObject(own.document, ['paths', '/books', 'get']);
  const index = isArray(parameters)
    ? parameters.findIndex((entry) => isObject(entry) && entry['name'] === name)
    : -1;
  return ['paths', '/books', 'get', 'parameters', index, 'schema'];
};

function readObject(document: JsonObject, path: readonly string[]): JsonObject {
  const node = readAt(document, path);
  return isObject(node) ? node : {};
}

/** Returns the texts for a parameter, and those that the two contracts classify differently. */
function listTexts(name: string, contracts = { own, judged: own }) {
  const variations = listParameterVariations(name, contracts);
  const select = (isRefused: boolean): unknown[] =>
    variations
      .filter(({ kind }) => kind === (isRefused ? 'refused' : 'edge'))
      .map(({ value }) => value);
  const fresh = variations.filter(({ isNew }) => isNew).map(({ value }) => value);
  return { accepted: select(false), refused: select(true), fresh };
}

/** Returns the values at a place of a create, with a sign for their class. */
function listCreates(place: string, contracts = { own, judged: own }, body: unknown = ebook) {
  return listBodyVariations('createBook', body, { contracts })
    .filter(({ path, kind }) => path.join('.') === place && kind !== 'open')
    .map(({ part, rule, kind, isNew }) => {
      const sign = kind === 'refused' ? 'refused' : 'accepted';
      return `${sign}${isNew ? ' now' : ''} ${rule === 'left out' ? rule : JSON.stringify(part)}`;
    });
}

it('tries both sides of each bound of a parameter', () => {
  const { accepted, refused, fresh } = listTexts('perPage');
  expect(accepted).toEqual(expect.arrayContaining(['1', '100']));
  expect(refused).toEqual(expect.arrayContaining(['0', '101']));
  expect(fresh).toEqual([]);
});

it('tries the old and the new bound after a revision', () => {
  const { accepted, refused, fresh } = listTexts(
    'perPage',
    changeContract([...parameter('perPage'), 'maximum'], 200),
  );
  expect(accepted).toEqual(expect.arrayContaining(['100', '101', '200']));
  expect(refused).toContain('201');
  expect(fresh).toEqual(expect.arrayContaining(['101', '200']));
});

it('refuses a value that a revision removed from an enum, and accepts one that it added', () => {
  const place = [...parameter('sort'), 'enum'];
  const { accepted, refused, fresh } = listTexts(
    'sort',
    changeContract(place, ['createdAt', 'title', 'updatedAt']),
  );
  expect(accepted).toContain('updatedAt');
  expect(refused).toEqual(expect.arrayContaining(['productIdentifier', 'ebook', 'bookdist']));
  expect(fresh).toEqual(expect.arrayContaining(['productIdentifier', 'updatedAt']));
  expect(fresh).not.toContain('title');
});

it('tries an example of a parameter that only the revision has', () => {
  const list = parameter('perPage').slice(0, -2);
  const parameters = readAt(own.document, list);
  const added = { name: 'archived', in: 'query', schema: { type: 'boolean' } };
  const contracts = changeContract(list, [...(isArray(parameters) ? parameters : []), added]);
  expect(listTexts('archived', contracts).accepted.length).toBeGreaterThan(0);
});

it('leaves out what the document leaves open', () => {
  expect(listTexts('sort').refused).not.toContain('');
  expect(listCreates('subtitle')).not.toContain('accepted null');
  expect(listCreates('subtitle')).not.toContain('refused null');
});

it('leaves out each property, and refuses it for those that the judged contract requires', () => {
  const body = { ...ebook, subtitle: 'A' };
  expect(listCreates('title')).toContain('refused left out');
  expect(listCreates('subtitle', undefined, body)).toContain('accepted left out');
  const { required } = readObject(own.document, ['components', 'schemas', 'BookCreate']);
  const contracts = changeContract(
    ['components', 'schemas', 'BookCreate', 'required'],
    [...(isArray(required) ? required : []), 'subtitle'],
  );
  expect(listCreates('subtitle', contracts, body)).toContain('refused now left out');
});

it('tries wrong types, null and broken entries in each entry', () => {
  const body = { ...ebook, contributor: [author, editor, author] };
  for (const index of [0, 1, 2]) {
    const place = `contributor.${index}.role`;
    expect(listCreates(place, undefined, body)).toEqual(
      expect.arrayContaining(['refused left out', 'refused 5', 'refused null']),
    );
  }
});

it('tries the constraints of a property that only the revision has', () => {
  const contracts = changeContract(['components', 'schemas', 'BookCreate', 'properties', 'blurb'], {
    type: ['string', 'null'],
    maxLength: 100,
  });
  const values = listCreates('blurb', contracts);
  expect(values).toContain('accepted now null');
  expect(values).toContain('refused now 5');
  expect(values.some((value) => value.startsWith('refused now "') && value.length > 101)).toBe(
    true,
  );
});

it('completes a body by what the judged contract requires, at any depth', () => {
  const place = ['components', 'schemas', 'Chapter', 'required'];
  const { judged } = changeContract(place, ['fileId', 'sequence', 'title', 'titleAscii']);
  const body = {
    chapters: [{ fileId: '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90', sequence: 1, title: 'A' }],
  };
  const completed = completeBody('updateBook', body, { contract: judged });
  expect(readAt(completed, parsePath('chapters.0.titleAscii'))).toBe('Depart');
  expect(completeBody('updateBook', body)).toEqual(body);
});

it.each(['createBook', 'updateBook', 'requestUploads', 'attachFile'] as const)(
  'makes an example of a body for %s that every service must accept',
  (id) => {
    const operation = own.operations[id];
    const example = createExample({ contract: own, pointer: getBodySchema(operation) ?? '' });
    const { violations, openValues } = readRequestBody(own, operation, example);
    expect([...violations, ...openValues]).toEqual([]);
  },
);
