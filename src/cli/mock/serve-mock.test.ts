/** Tests the mock as a program uses it: examples under the prefix, and 400 wherever the service says 400. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { readContract } from '../../contract/spec.ts';
import { createMock } from './prism.ts';
import { type MockServer, serveMock } from './serve-mock.ts';

const bookId = '00000000-0000-4000-8000-000000000000';
const mark = { referenceId: 'a', role: 'ebook_content', filename: 'a.epub' };
const descriptor = { ...mark, hashSha256: 'ab'.repeat(32) };
let served: MockServer;

beforeAll(async () => {
  served = await serveMock(await createMock(readContract().document, { dynamic: false }), 0);
});
afterAll(async () => served.close());

interface Init extends RequestInit {
  readonly headers?: Record<string, string>;
}

async function ask(path: string, init: Init = {}) {
  const headers = { apikey: 'any', 'content-type': 'application/json', ...init.headers };
  const response = await fetch(`${served.url}/v2/distribution${path}`, { ...init, headers });
  const text = await response.text();
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  const body: JsonObject = isObject(parsed) ? parsed : { list: text };
  return { status: response.status, body };
}

it('responds with a documented list', async () => {
  const { status, body } = await ask('/books');
  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual(['data', 'links', 'meta']);
});

it('requires a key, but accepts any', async () => {
  const response = await fetch(`${served.url}/v2/distribution/books`);
  expect([response.status, await response.text()]).toEqual([401, '']);
});

const post = { method: 'POST', body: '{}' };
it.each([
  { path: '/books?perPage=101', name: 'perPage' },
  { path: '/books?page=0', name: 'page' },
  { path: '/books', init: { method: 'POST', body: '{"format":' }, name: '' },
  { path: '/books', init: post, name: 'format' },
  { path: `/books/${bookId}/upload`, init: post, name: '' },
])('responds with 400 and a Problem to an invalid request for $path', async (asked) => {
  const { path, init, name } = asked;
  const { status, body } = await ask(path, init);
  expect([status, body['status']]).toEqual([400, 400]);
  expect(body['instance']).toBe(`/v2/distribution${path.replace(/\?.*/, '')}`);
  const params = Array.isArray(body['invalidParams']) ? body['invalidParams'].filter(isObject) : [];
  expect(params.map((param) => param['name'])).toContain(name);
});

it('chooses the response by the Prefer header', async () => {
  expect((await ask(`/books/${bookId}/publish`, post)).status).toBe(204);
  const headers = { prefer: 'code=422' };
  expect((await ask(`/books/${bookId}/publish`, { ...post, headers })).status).toBe(422);
  const request = { headers: { prefer: 'example=audiobook' } };
  expect(JSON.stringify(await ask(`/books/${bookId}`, request))).toContain('"format":"audio"');
});

it('hands out upload URLs of its own, which accept bytes', async () => {
  const init = { method: 'POST', body: JSON.stringify([descriptor]) };
  const granted = await ask(`/books/${bookId}/upload`, init);
  const url = /"url":"([^"]+)"/.exec(JSON.stringify(granted))?.[1] ?? '';
  expect(url.startsWith(`${served.url}/`)).toBe(true);
  expect((await fetch(url, { method: 'PUT', body: 'bytes' })).status).toBe(200);
});

it('responds with 404 for an unknown route', async () => {
  expect((await ask('/nothing')).status).toBe(404);
  expect((await fetch(`${served.url}/books`)).status).toBe(404);
});

it('reports a port that is in use', async () => {
  const mock = await createMock(readContract().document, { dynamic: true });
  const port = Number(new URL(served.url).port);
  await expect(serveMock(mock, port)).rejects.toThrow(`Port ${port} is not available.`);
});
