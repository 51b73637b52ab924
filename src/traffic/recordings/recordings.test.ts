import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInSendingOrder } from './in-sending-order.ts';
import { createAccountLabels, readInResponseOrder } from './observed.ts';
import { maskSecrets } from './mask-secrets.ts';
import { NotARecording } from './read-pieces.ts';
import { createNotes, detectFormat } from './read-recording.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { createRecordingFetch } from './recording-fetch.ts';

async function file(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'recording-')), 'recording');
  await writeFile(path, text);
  return path;
}

function line(second: number, more: object = {}): string {
  return JSON.stringify({
    sentAt: new Date(1_800_000_000_125 + second * 1000).toISOString(),
    took: 10,
    request: { method: 'GET', url: 'https://s.test/v2/distribution/books', headers: {} },
    response: { status: 200, headers: {}, body: {} },
    ...more,
  });
}

function entry(second: number) {
  return {
    startedDateTime: new Date(1_800_000_000_125 + second * 1000).toISOString(),
    time: 10,
    request: {
      method: 'get',
      url: 'https://s.test/v2/distribution/books',
      headers: [{ name: 'ApiKey', value: 'secret-key' }],
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { size: 2, mimeType: 'application/json', text: '{}' },
    },
  };
}

async function seconds(path: string, window?: number): Promise<number[]> {
  const found: number[] = [];
  for await (const { sentAt } of readInSendingOrder(path, createNotes(), window)) {
    found.push((sentAt - 1_800_000_000_125) / 1000);
  }
  return found;
}

test('reads HAR and JSON Lines alike', async () => {
  const har = await file(
    JSON.stringify({ log: { version: '1.2', entries: [entry(1), entry(2)] } }),
  );
  const lines = await file(`${line(1)}\n\n${line(2)}\n`);
  expect(await seconds(har)).toEqual([1, 2]);
  expect(await seconds(lines)).toEqual([1, 2]);
});

test('sorts any order, however small the window', async () => {
  const orders = fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(orders, fc.integer({ min: 1, max: 50 }), async (order, window) => {
      const path = await file(order.map((second) => line(second)).join('\n'));
      expect(await seconds(path, window)).toEqual(order.toSorted((one, other) => one - other));
    }),
    { numRuns: 60 },
  );
});

test('reads a truncated HAR file up to its end, and notes the truncation', async () => {
  const whole = JSON.stringify({
    log: { version: '1.2', entries: [entry(1), entry(2), entry(3)] },
  });
  const notes = createNotes();
  const found: RecordedExchange[] = [];
  for await (const one of readInSendingOrder(await file(whole.slice(0, -150)), notes))
    found.push(one);
  expect(found).toHaveLength(2);
  expect(notes.truncated).toBeDefined();
});

test('skips an invalid entry, and notes which', async () => {
  const notes = createNotes();
  const path = await file(`${line(1)}\n{"sentAt":"no time","took":1,"request":{}}\n${line(2)}`);
  const found: number[] = [];
  for await (const { sentAt } of readInSendingOrder(path, notes)) found.push(sentAt);
  expect(found).toHaveLength(2);
  expect(notes).toMatchObject({ entries: 2, skipped: 1 });
  expect(notes.firstSkipped).toContain('line 2');
});

test('rejects a file that is not a recording', async () => {
  await expect(detectFormat(await file('<html>'))).rejects.toThrow(NotARecording);
  await expect(detectFormat(await file(''))).rejects.toThrow(NotARecording);
});

test('yields exchanges in the order of their responses, without keys', async () => {
  const path = await file(
    [
      line(1, {
        took: 5000,
        request: {
          method: 'POST',
          url: 'https://s.test/v2/distribution/books',
          headers: { apikey: 'secret-key' },
          body: { a: 1 },
        },
      }),
      line(2),
      line(3, { request: { method: 'GET', url: 'https://elsewhere.test/page', headers: {} } }),
    ].join('\n'),
  );
  const how = { service: undefined, labels: createAccountLabels(), complete: true };
  const found = [];
  for await (const { observed } of readInResponseOrder(
    readInSendingOrder(path, createNotes()),
    how,
  )) {
    found.push(observed);
  }
  expect(found.map(({ request }) => request.method)).toEqual(['GET', 'POST']);
  expect(found[0]?.inFlight).toMatchObject([{ method: 'POST', path: '/books' }]);
  expect(JSON.stringify(found)).not.toContain('secret-key');
});

const noon = '2026-02-28T12:00:00.250Z';

function entryAt(startedDateTime: string, time: number, page: number) {
  const url = `https://s.test/v2/distribution/books?page=${page}`;
  const plain = entry(1);
  return { ...plain, startedDateTime, time, request: { ...plain.request, url } };
}

async function answered(entries: readonly object[]) {
  const path = await file(JSON.stringify({ log: { version: '1.2', entries } }));
  const how = { service: undefined, labels: createAccountLabels(), complete: true };
  const found: { path: string; inFlight: number }[] = [];
  for await (const { observed } of readInResponseOrder(
    readInSendingOrder(path, createNotes()),
    how,
  )) {
    found.push({ path: observed.request.path, inFlight: observed.inFlight?.length ?? 0 });
  }
  return found;
}

test('keeps the order of the file for calls in the same millisecond', async () => {
  expect(await answered([entryAt(noon, 1, 1), entryAt(noon, 0, 2)])).toEqual([
    { path: '/books?page=1', inFlight: 0 },
    { path: '/books?page=2', inFlight: 0 },
  ]);
});

test('finds calls that overlap within a millisecond if times have microseconds', async () => {
  const first = entryAt('2026-02-28T12:00:00.250100Z', 0.4, 1);
  const second = entryAt('2026-02-28T12:00:00.250200Z', 0.1, 2);
  expect(await answered([first, second])).toEqual([
    { path: '/books?page=2', inFlight: 1 },
    { path: '/books?page=1', inFlight: 0 },
  ]);
});

test('treats missing numbers as gaps, and everything without numbers too', async () => {
  const page = { request: { method: 'GET', url: 'https://pages.test/x' } };
  const numbered = [
    line(1, { number: 1 }),
    line(2, { number: 2, ...page }),
    line(3, { number: 3 }),
  ];
  const gaps = async (lines: readonly string[], complete: boolean) => {
    const path = await file(lines.join('\n'));
    const how = { service: undefined, labels: createAccountLabels(), complete };
    const found: boolean[] = [];
    for await (const { observed } of readInResponseOrder(
      readInSendingOrder(path, createNotes()),
      how,
    )) {
      found.push(observed.afterGap === true);
    }
    return found;
  };
  expect(await gaps(numbered, false)).toEqual([false, false]);
  expect(await gaps([...numbered, line(4, { number: 5 })], true)).toEqual([false, false, true]);
  expect(await gaps([line(1), line(2)], false)).toEqual([true, true]);
  expect(await gaps([line(1), line(2)], true)).toEqual([false, false]);
});

const schemaFile = new URL('exchange.schema.json', import.meta.url);

test('records the format that the package documents', async () => {
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(await readFile(schemaFile, 'utf8')));
  const url = 'https://s.test/v2/distribution/books';
  const headers = { apikey: 'secret-key', 'content-type': 'application/json' };
  const plain = { sentAt: 1_800_000_000_000.125, took: 4.5 };
  const recorded: RecordedExchange[] = [
    { ...plain, number: 7, request: { method: 'GET', url, headers } },
    {
      ...plain,
      request: { method: 'POST', url, headers, text: '{"title":"Salt"}', size: 16 },
      response: { status: 201, headers, text: '{"bookId":"x"}' },
    },
    {
      ...plain,
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
      ...plain,
      request: { method: 'POST', url, headers, text: 'not JSON' },
      response: { status: 400, headers },
    },
  ];
  for (const one of recorded) {
    const written: unknown = JSON.parse(JSON.stringify(maskSecrets(one)));
    expect(validate(written) ? [] : validate.errors).toEqual([]);
  }
  expect(validate({ sentAt: 'yesterday', took: -1, request: {} })).toBe(false);
});

test('returns a response although its body stalls, and records the call without it', async () => {
  const heard: RecordedExchange[] = [];
  const stalling: typeof fetch = async () => new Response(new ReadableStream({}));
  const listener = { start: () => (exchange: RecordedExchange) => void heard.push(exchange) };
  const end = new AbortController();
  const work: Promise<unknown>[] = [];
  const recording = createRecordingFetch(stalling, listener, (one) => void work.push(one));
  const response = await recording('https://a.example/v2/distribution/books', {
    signal: end.signal,
  });
  expect(response.status).toBe(200);
  expect(heard).toEqual([]);
  end.abort();
  await Promise.all(work);
  expect(heard.map(({ response: received }) => received)).toEqual([undefined]);
});
