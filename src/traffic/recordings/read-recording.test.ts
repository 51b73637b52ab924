/** Tests how recordings are read, put in order and checked for gaps. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ObservedExchange } from '../../monitor/index.ts';
import { readInSendingOrder } from './in-sending-order.ts';
import { createAccountLabels } from './create-exchange.ts';
import { readInResponseOrder } from './in-response-order.ts';
import { NotARecording } from './read-pieces.ts';
import { createNotes, detectFormat } from './read-recording.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

/** The time of second 0 in epoch milliseconds. */
const startTime = 1_800_000_000_125;

async function writeRecording(content: string | Buffer): Promise<string> {
  const path = join(createFolder(), 'recording');
  await writeFile(path, content);
  return path;
}

function createLine(second: number, changes: object = {}): string {
  return JSON.stringify({
    sentAt: new Date(startTime + second * 1000).toISOString(),
    took: 10,
    request: { method: 'GET', url: 'https://s.test/v2/distribution/books', headers: {} },
    response: { status: 200, headers: {}, body: {} },
    ...changes,
  });
}

function createEntry(second: number) {
  return {
    startedDateTime: new Date(startTime + second * 1000).toISOString(),
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

/** Returns the seconds at which the exchanges were sent, in the order in which they are read. */
async function readSeconds(path: string, window?: number): Promise<number[]> {
  const seconds: number[] = [];
  for await (const { sentAt } of readInSendingOrder(path, createNotes(), window)) {
    seconds.push((sentAt - startTime) / 1000);
  }
  return seconds;
}

async function readObservations(path: string, complete = true): Promise<ObservedExchange[]> {
  const options = { service: undefined, labels: createAccountLabels(), complete };
  const exchanges = readInSendingOrder(path, createNotes());
  const observations: ObservedExchange[] = [];
  for await (const exchange of readInResponseOrder(exchanges, options)) {
    observations.push(exchange);
  }
  return observations;
}

test('reads the same exchanges from HAR and from JSON Lines', async () => {
  const har = await writeRecording(
    JSON.stringify({ log: { version: '1.2', entries: [createEntry(1), createEntry(2)] } }),
  );
  const lines = await writeRecording(`${createLine(1)}\n\n${createLine(2)}\n`);
  expect(await readSeconds(har)).toEqual([1, 2]);
  expect(await readSeconds(lines)).toEqual([1, 2]);
});

test('yields exchanges in sending order for any order in the file and any window', async () => {
  const orders = fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(orders, fc.integer({ min: 1, max: 50 }), async (order, window) => {
      const path = await writeRecording(order.map((second) => createLine(second)).join('\n'));
      expect(await readSeconds(path, window)).toEqual(order.toSorted((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});

test('reads the complete entries of a truncated HAR file, and notes the truncation', async () => {
  const har = JSON.stringify({
    log: { version: '1.2', entries: [createEntry(1), createEntry(2), createEntry(3)] },
  });
  const notes = createNotes();
  const exchanges: RecordedExchange[] = [];
  for await (const exchange of readInSendingOrder(await writeRecording(har.slice(0, -150)), notes))
    exchanges.push(exchange);
  expect(exchanges).toHaveLength(2);
  expect(notes.truncated).toBeDefined();
});

test('skips an invalid entry, and notes its line', async () => {
  const notes = createNotes();
  const path = await writeRecording(
    `${createLine(1)}\n{"sentAt":"no time","took":1,"request":{}}\n${createLine(2)}`,
  );
  const times: number[] = [];
  for await (const { sentAt } of readInSendingOrder(path, notes)) times.push(sentAt);
  expect(times).toHaveLength(2);
  expect(notes).toMatchObject({ entries: 2, skipped: 1 });
  expect(notes.firstSkipped).toContain('line 2');
});

test('yields calls to the service in the order of their responses, without keys', async () => {
  const path = await writeRecording(
    [
      createLine(1, {
        took: 5000,
        request: {
          method: 'POST',
          url: 'https://s.test/v2/distribution/books',
          headers: { apikey: 'secret-key' },
          body: { a: 1 },
        },
      }),
      createLine(2),
      createLine(3, {
        request: { method: 'GET', url: 'https://elsewhere.test/page', headers: {} },
      }),
    ].join('\n'),
  );
  const observations = await readObservations(path);
  expect(observations.map(({ request }) => request.method)).toEqual(['GET', 'POST']);
  expect(observations[0]?.inFlight).toMatchObject([{ method: 'POST', path: '/books' }]);
  expect(JSON.stringify(observations)).not.toContain('secret-key');
});

const noon = '2026-02-28T12:00:00.250Z';

function createEntryAt(startedDateTime: string, time: number, page: number) {
  const url = `https://s.test/v2/distribution/books?page=${page}`;
  const defaultEntry = createEntry(1);
  return { ...defaultEntry, startedDateTime, time, request: { ...defaultEntry.request, url } };
}

async function listInResponseOrder(entries: readonly object[]) {
  const path = await writeRecording(JSON.stringify({ log: { version: '1.2', entries } }));
  const observations = await readObservations(path);
  return observations.map(({ request, inFlight = [] }) => ({
    path: request.path,
    inFlight: inFlight.length,
  }));
}

test('keeps the order of the file for calls in the same millisecond', async () => {
  expect(await listInResponseOrder([createEntryAt(noon, 1, 1), createEntryAt(noon, 0, 2)])).toEqual(
    [
      { path: '/books?page=1', inFlight: 0 },
      { path: '/books?page=2', inFlight: 0 },
    ],
  );
});

test('finds calls that overlap within a millisecond if times have microseconds', async () => {
  const first = createEntryAt('2026-02-28T12:00:00.250100Z', 0.4, 1);
  const second = createEntryAt('2026-02-28T12:00:00.250200Z', 0.1, 2);
  expect(await listInResponseOrder([first, second])).toEqual([
    { path: '/books?page=2', inFlight: 1 },
    { path: '/books?page=1', inFlight: 0 },
  ]);
});

test('reports a gap after a missing number, and before every exchange of an incomplete recording without numbers', async () => {
  const callToOtherSite = { request: { method: 'GET', url: 'https://pages.test/x' } };
  const numberedLines = [
    createLine(1, { number: 1 }),
    createLine(2, { number: 2, ...callToOtherSite }),
    createLine(3, { number: 3 }),
  ];
  const findGaps = async (lines: readonly string[], complete: boolean) => {
    const path = await writeRecording(lines.join('\n'));
    const observations = await readObservations(path, complete);
    return observations.map(({ afterGap }) => afterGap === true);
  };
  expect(await findGaps(numberedLines, false)).toEqual([false, false]);
  expect(await findGaps([...numberedLines, createLine(4, { number: 5 })], true)).toEqual([
    false,
    false,
    true,
  ]);
  expect(await findGaps([createLine(1), createLine(2)], false)).toEqual([true, true]);
  expect(await findGaps([createLine(1), createLine(2)], true)).toEqual([false, false]);
});

test.each([
  ['', 'is empty'],
  ['  \n', 'is empty'],
  ['<html>', 'neither'],
  [Buffer.from('504b0304', 'hex'), 'ZIP'],
  [Buffer.from('1f8b0000', 'hex'), 'damaged'],
])('rejects a file with the content %j, and a folder, with the reason', async (content, reason) => {
  const path = await writeRecording(content);
  await expect(detectFormat(path)).rejects.toThrow(NotARecording);
  await expect(detectFormat(path)).rejects.toThrow(reason);
  await expect(detectFormat(join(path, '..'))).rejects.toThrow('is a folder');
});
