/** Tests that a sandbox follows the contract that it is given. Each contract has one change. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isArray, isObject, type Json } from '../contract/json-pointer.ts';
import { parseContract } from '../contract/spec.ts';
import { createFolder, openTestSandbox } from '../../tests/support/fixtures.ts';
import { newBook } from '../../tests/support/books.ts';
import { valueAt } from '../../tests/support/sandbox/test-client.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { createSandbox } from './sandbox.ts';

const file = new URL('../../openapi/distribution.yaml', import.meta.url);
const parsed: unknown = parse(readFileSync(file, 'utf8'));
const document: Json = isObject(parsed) ? parsed : {};

/** Returns a document with the value at a path replaced; undefined removes it. */
function replaceAt(node: Json, path: readonly string[], value: Json | undefined): Json {
  const [key = '', ...rest] = path;
  if (isArray(node))
    return node.map((entry, i) => (String(i) === key ? replaceAt(entry, rest, value) : entry));
  const { [key]: inner = {}, ...others } = isObject(node) ? node : {};
  if (rest.length > 0) return { ...others, [key]: replaceAt(inner, rest, value) };
  return value === undefined ? others : { ...others, [key]: value };
}

function readAt(path: readonly string[]): Json {
  return path.reduce<Json>((node, key) => {
    const inner = isArray(node) ? node[Number(key)] : isObject(node) ? node[key] : null;
    return inner ?? null;
  }, document);
}

type Change = readonly [path: string, value: Json | undefined];

/** Starts a sandbox whose contract has these changes, and returns a function that sends requests. */
async function openRevision(options: SandboxOptions, ...changes: readonly Change[]) {
  const revision = changes.reduce<Json>(
    (result, [path, value]) => replaceAt(result, path.split(' '), value),
    document,
  );
  const contract = parseContract(JSON.stringify(revision));
  const { sandbox } = await openTestSandbox({ ...options, contract });
  const keyName = contract.keyHeader;
  const send = async (method: string, path: string, body?: object) => {
    const response = await sandbox.fetch(
      new Request(`http://sandbox.invalid/v2/distribution${path}`, {
        method,
        headers: { [keyName]: 'sandbox-key', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const received: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, body: received };
  };
  const create = async (fields: object = {}) => {
    const { status, body } = await send('POST', '/books', newBook('ebook', fields));
    return { status, body, id: String(valueAt(body, 'data.id')) };
  };
  return { send, create, sandbox };
}

const perPage = 'paths /books get parameters 1 schema';

/** Returns the change that gives a response another status. */
function renameStatus(path: string, from: string, to: string): readonly Change[] {
  return [
    [`${path} responses ${to}`, readAt(`${path} responses ${from}`.split(' '))],
    [`${path} responses ${from}`, undefined],
  ];
}

test('bounds and defaults of list parameters, which the links repeat', async () => {
  const { send } = await openRevision({}, [`${perPage} maximum`, 200], [`${perPage} default`, 20]);
  expect((await send('GET', '/books?perPage=101')).status).toBe(200);
  expect((await send('GET', '/books?perPage=201')).status).toBe(400);
  const { body } = await send('GET', '/books');
  expect(valueAt(body, 'meta.perPage')).toBe(20);
  expect(valueAt(body, 'links.self')).toContain('perPage=20');
});

test('the values of a list parameter, and a new one', async () => {
  const parameters = readAt(['paths', '/books', 'get', 'parameters']);
  const added = { name: 'shelf', in: 'query', schema: { type: 'string', default: 'all' } };
  const { send } = await openRevision(
    {},
    ['paths /books get parameters', [...(isArray(parameters) ? parameters : []), added]],
    ['paths /books get parameters 2 schema enum', ['createdAt', 'title']],
  );
  expect((await send('GET', '/books?sort=productIdentifier')).status).toBe(400);
  const { body } = await send('GET', '/books?shelf=A');
  expect(valueAt(body, 'links.self')).toContain('&shelf=A');
  expect(valueAt((await send('GET', '/books')).body, 'links.self')).toContain('&shelf=all');
});

test('the statuses of successes', async () => {
  const attachPath = 'paths /books/{bookPublicId}/file/{fileId}/attach patch';
  const { send, create, sandbox } = await openRevision(
    {},
    ...renameStatus('paths /books post', '201', '200'),
    ...renameStatus('paths /books/{bookPublicId}/publish post', '204', '202'),
    [`${attachPath} responses 204`, { description: 'The file is attached.' }],
    [`${attachPath} responses 200`, undefined],
  );
  const { id, status } = await create({ publicationDate: '2999-01-01' });
  expect(status).toBe(200);
  const hashSha256 = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
  const descriptor = { referenceId: 'a', role: 'ebook_content', filename: 'a', hashSha256 };
  const grants = await send('POST', `/books/${id}/upload`, [descriptor]);
  const url = String(valueAt(grants.body, 'data.0.attributes.url'));
  await sandbox.storageFetch(new Request(url, { method: 'PUT', body: 'x' }));
  const attach = `/books/${id}/file/${String(valueAt(grants.body, 'data.0.id'))}/attach`;
  expect(await send('PATCH', attach, { filename: 'a', hashSha256 })).toEqual({ status: 204 });
  expect(sandbox.parts.present.publish().status).toBe(202);
});

test('the header of the key, and the paths', async () => {
  const books = readAt(['paths', '/books']);
  const { sandbox, send } = await openRevision(
    {},
    ['components securitySchemes apikey name', 'X-Api-Key'],
    ['paths /titles', books],
    ['paths /books', undefined],
  );
  expect((await send('GET', '/titles')).status).toBe(200);
  expect((await send('GET', '/books')).status).toBe(404);
  const withOldHeader = new Request('http://sandbox.invalid/v2/distribution/titles', {
    headers: { apikey: 'sandbox-key' },
  });
  expect((await sandbox.fetch(withOldHeader)).status).toBe(401);
});

test('required properties, and the status of invalid ones', async () => {
  const required = readAt(['components', 'schemas', 'BookCreate', 'required']);
  const { create } = await openRevision(
    {},
    [
      'components schemas BookCreate required',
      [...(isArray(required) ? required : []), 'subtitle'],
    ],
    ['components schemas BookCreate properties isbn x-violation-status', 400],
  );
  expect(await create()).toMatchObject({
    status: 400,
    body: { invalidParams: [{ name: 'subtitle' }] },
  });
  expect((await create({ subtitle: 'S', isbn: '9780306406158' })).status).toBe(400);
  expect((await create({ subtitle: 'S' })).status).toBe(201);
});

test('a new field is checked, stored, shown and updated', async () => {
  const motto = { type: ['string', 'null'], maxLength: 100 };
  const places = [
    'BookCreate properties',
    'BookUpdate properties',
    'BookAttributes properties',
    'BookListItem properties attributes properties',
  ];
  const { send, create } = await openRevision(
    {},
    ...places.map((place): Change => [`components schemas ${place} motto`, motto]),
  );
  expect((await create({ motto: 'x'.repeat(101) })).status).toBe(400);
  expect(valueAt((await create()).body, 'data.attributes.motto')).toBeNull();
  const { id, body } = await create({ motto: 'Read on' });
  expect(valueAt(body, 'data.attributes.motto')).toBe('Read on');
  await send('PATCH', `/books/${id}`, { motto: 'Read more' });
  const list = await send('GET', '/books?perPage=1');
  expect(valueAt(list.body, 'data.0.attributes.motto')).toBe('Read more');
  await send('PATCH', `/books/${id}`, { motto: null });
  const read = await send('GET', `/books/${id}`);
  expect(valueAt(read.body, 'data.attributes.motto')).toBeNull();
});

test('books in a data directory from before a field existed have its default', async () => {
  const data = createFolder();
  const older = await createSandbox({ data });
  await older.seed({ count: 1 });
  const [book] = await older.books();
  await older.close();
  const motto = { type: ['string', 'null'], default: 'None yet' };
  const { send } = await openRevision(
    { data },
    ['components schemas BookCreate properties motto', motto],
    ['components schemas BookAttributes properties motto', motto],
    ['components schemas BookListItem properties attributes properties motto', motto],
  );
  const read = await send('GET', `/books/${book?.id}`);
  expect(valueAt(read.body, 'data.attributes.motto')).toBe('None yet');
  const list = await send('GET', '/books');
  expect(valueAt(list.body, 'data.0.attributes.motto')).toBe('None yet');
});
