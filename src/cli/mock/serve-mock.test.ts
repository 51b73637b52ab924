/** Tests the mock over HTTP: examples under the prefix, and the refusals of the service. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { readContract } from '../../contract/spec.ts';
import { createMock } from './prism.ts';
import { type MockServer, serveMock } from './serve-mock.ts';

const bookId = '00000000-0000-4000-8000-000000000000';
const file = { referenceId: 'a', role: 'ebook_content', filename: 'a.epub' };
const descriptor = { ...file, hashSha256: 'ab'.repeat(32) };
let server: MockServer;

beforeAll(async () => {
  server = await serveMock(await createMock(readContract().document), 0);
});
afterAll(async () => server.close());

interface SendOptions extends RequestInit {
  readonly headers?: Record<string, string>;
}

async function send(path: string, init: SendOptions = {}) {
  const headers = { apikey: 'any', 'content-type': 'application/json', ...init.headers };
  const response = await fetch(`${server.url}/v2/distribution${path}`, { ...init, headers });
  const text = await response.text();
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  const body: JsonObject = isObject(parsed) ? parsed : { list: text };
  return { status: response.status, body };
}

it('responds with a documented list', async () => {
  const { status, body } = await send('/books');
  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual(['data', 'links', 'meta']);
});

it('responds with 401 to a request without a key', async () => {
  const response = await fetch(`${server.url}/v2/distribution/books`);
  expect([response.status, await response.text()]).toEqual([401, '']);
});

const emptyPost = { method: 'POST', body: '{}' };
it.each([
  { path: '/books?perPage=101', name: 'perPage' },
  { path: '/books?page=0', name: 'page' },
  { path: '/books', init: { method: 'POST', body: '{"format":' }, name: '' },
  { path: '/books', init: emptyPost, name: 'format' },
  { path: `/books/${bookId}/upload`, init: emptyPost, name: '' },
])('responds with 400 and a Problem to an invalid request for $path', async (invalidRequest) => {
  const { path, init, name } = invalidRequest;
  const { status, body } = await send(path, init);
  expect([status, body['status']]).toEqual([400, 400]);
  expect(body['instance']).toBe(`/v2/distribution${path.replace(/\?.*/, '')}`);
  const params = Array.isArray(body['invalidParams']) ? body['invalidParams'].filter(isObject) : [];
  expect(params.map((param) => param['name'])).toContain(name);
});

it('chooses the response by the Prefer header', async () => {
  expect((await send(`/books/${bookId}/publish`, emptyPost)).status).toBe(204);
  const headers = { prefer: 'code=422' };
  expect((await send(`/books/${bookId}/publish`, { ...emptyPost, headers })).status).toBe(422);
  const request = { headers: { prefer: 'example=audiobook' } };
  expect(JSON.stringify(await send(`/books/${bookId}`, request))).toContain('"format":"audio"');
});

it('grants upload URLs at its own address, which accept bytes', async () => {
  const init = { method: 'POST', body: JSON.stringify([descriptor]) };
  const grants = await send(`/books/${bookId}/upload`, init);
  const url = /"url":"([^"]+)"/.exec(JSON.stringify(grants))?.[1] ?? '';
  expect(url.startsWith(`${server.url}/`)).toBe(true);
  expect((await fetch(url, { method: 'PUT', body: 'bytes' })).status).toBe(200);
});

it('responds with 404 to an unknown route or a path without the prefix', async () => {
  expect((await send('/nothing')).status).toBe(404);
  expect((await fetch(`${server.url}/books`)).status).toBe(404);
});

it('names the port that is in use', async () => {
  const mock = await createMock(readContract().document);
  const port = Number(new URL(server.url).port);
  await expect(serveMock(mock, port)).rejects.toThrow(`Port ${port} is not available.`);
});
