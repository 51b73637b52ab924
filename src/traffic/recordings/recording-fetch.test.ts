/** Tests how exchanges are recorded. */
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { maskSecrets } from './mask-secrets.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { createRecordingFetch } from './recording-fetch.ts';

const schemaFile = new URL('exchange.schema.json', import.meta.url);

test('writes lines that match the published schema', async () => {
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(await readFile(schemaFile, 'utf8')));
  const url = 'https://s.test/v2/distribution/books';
  const headers = { apikey: 'secret-key', 'content-type': 'application/json' };
  const times = { sentAt: 1_800_000_000_000.125, took: 4.5 };
  const exchanges: RecordedExchange[] = [
    { ...times, number: 7, request: { method: 'GET', url, headers } },
    {
      ...times,
      request: { method: 'POST', url, headers, text: '{"title":"Salt"}', size: 16 },
      response: { status: 201, headers, text: '{"bookId":"x"}' },
    },
    {
      ...times,
      request: {
        method: 'PUT',
        url: 'https://b.test/u?s=1',
        headers: {},
        size: 9,
        sha256: 'ab'.repeat(32),
      },
      response: { status: 200, headers: {}, text: '' },
    },
    {
      ...times,
      request: { method: 'POST', url, headers, text: 'not JSON' },
      response: { status: 400, headers },
    },
  ];
  for (const exchange of exchanges) {
    const line: unknown = JSON.parse(JSON.stringify(maskSecrets(exchange)));
    expect(validate(line) ? [] : validate.errors).toEqual([]);
  }
  expect(validate({ sentAt: 'yesterday', took: -1, request: {} })).toBe(false);
});

test('returns a response with a stalled body, and records the aborted call without a response', async () => {
  const exchanges: RecordedExchange[] = [];
  const stallingFetch: typeof fetch = async () => new Response(new ReadableStream({}));
  const listener = { start: () => (exchange: RecordedExchange) => void exchanges.push(exchange) };
  const controller = new AbortController();
  const work: Promise<unknown>[] = [];
  const addWork = (promise: Promise<unknown>) => void work.push(promise);
  const recordingFetch = createRecordingFetch(stallingFetch, listener, addWork);
  const response = await recordingFetch('https://a.example/v2/distribution/books', {
    signal: controller.signal,
  });
  expect(response.status).toBe(200);
  expect(exchanges).toEqual([]);
  controller.abort();
  await Promise.all(work);
  expect(exchanges.map((exchange) => exchange.response)).toEqual([undefined]);
});
