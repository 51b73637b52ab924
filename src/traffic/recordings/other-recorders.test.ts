/** Tests that recordings of other programs cause no false alarms: the same correct traffic in their shapes. */
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { recordCorrectTraffic } from '../scenes/correct-traffic.ts';
import { judgeRecordings } from '../scenes/judge-recordings.ts';
import {
  createHar,
  createHarEntry,
  isoTime as iso,
  type Entry,
  type HeaderList,
  type Recorder,
} from '../scenes/recorded-archives.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

let traffic: readonly RecordedExchange[] = [];
beforeAll(async () => {
  traffic = await recordCorrectTraffic();
});

function written(recorder: Recorder): Entry[] {
  return traffic.map((exchange) => createHarEntry(exchange, recorder));
}

interface How {
  readonly complete: boolean;
  readonly service?: string;
}

async function judge(content: string | Buffer, how: How) {
  const { lines, callers, notes, exchanges } = await judgeRecordings([content], how);
  return { findings: [...lines, ...callers], notes: notes[0], exchanges };
}

/** An entry of other traffic in the same archive. */
function other(method: string, url: string, more: Partial<RecordedExchange> = {}): Entry {
  const { sentAt = 0 } = traffic[6] ?? {};
  const request = { method, url, headers: { apikey: 'of-another-service' } };
  const response = { status: 200, headers: { 'content-type': 'text/html' }, text: '<p>' };
  return createHarEntry({ sentAt: sentAt + 0.01, took: 1, request, response, ...more }, {});
}

const http2: HeaderList = [':method', ':authority', ':scheme', ':path'].map((name) => ({
  name,
  value: 'x',
}));

const recorders: Readonly<Record<string, Recorder>> = {
  'Chrome over HTTP/2': {
    headers: (list, isRequest) => (isRequest ? [...http2, ...list] : list),
    entry: (one) => ({
      ...one,
      pageref: 'page_1',
      _initiator: { type: 'script' },
      _resourceType: 'fetch',
      connection: '443',
    }),
    text: (text) => ({ text: Buffer.from(text).toString('base64'), encoding: 'base64' }),
  },
  'Firefox, with its offset and no time': {
    began: (sentAt) => iso(sentAt + 3_600_000).replace('Z', '+01:00'),
    entry: ({ timings: _none, ...one }) => ({ ...one, time: -1 }),
  },
  'Firefox without response bodies': {
    text: () => ({ comment: 'Response bodies are not included.' }),
  },
  'mitmproxy, with microseconds': {
    began: (sentAt) => iso(sentAt).replace('Z', '125+00:00'),
    headers: (list) => list.map(({ name, value }) => ({ name: name.toUpperCase(), value })),
    entry: (one) => ({ ...one, _webSocketMessages: [], serverIPAddress: '10.0.0.1' }),
  },
  'a recorder of whole milliseconds': {
    entry: (one) => ({ ...one, time: Math.round(Number(one['time'])) }),
  },
  'an export without headers': { headers: () => [] },
  'a recorder that removes keys': {
    headers: (list) => list.filter(({ name }) => name !== 'apikey'),
  },
  'a gateway with its own path': {
    url: (url) => url.replace('/v2/distribution', '/catalogue/v2/distribution'),
  },
};

for (const [name, recorder] of Object.entries(recorders)) {
  test.each([true, false])(
    `finds no drift in a HAR file of ${name}, complete: %s`,
    async (complete) => {
      const { findings, exchanges, notes } = await judge(createHar(written(recorder)), {
        complete,
      });
      expect(findings).toEqual([]);
      expect(exchanges).toBe(traffic.length);
      expect(notes).toMatchObject({ skipped: 0, truncated: undefined });
    },
  );
}

test('accepts a gateway without the version prefix if its address is given', async () => {
  const url = (one: string): string => one.replace('/v2/distribution', '/books-api');
  const service = new URL('/books-api', traffic[0]?.request.url).href;
  const har = createHar(written({ url }));
  expect((await judge(har, { complete: true })).exchanges).toBeLessThan(2);
  const judged = await judge(har, { complete: true, service });
  expect(judged).toMatchObject({ findings: [], exchanges: traffic.length });
});

test('does not judge other requests of a browser', async () => {
  const call = traffic[5]?.request.url ?? '';
  const elsewhere = call.replace('//', '//old.');
  const moved = { status: 308, headers: { location: call }, text: '' };
  const beside = [
    other('PUT', 'https://settings.example/v1/me'),
    other('GET', 'wss://live.example/socket'),
    other('OPTIONS', call, { request: { method: 'OPTIONS', url: call, headers: {} } }),
    other('GET', elsewhere, { response: moved }),
    { ...other('GET', call), _fromCache: 'disk' },
    other('GET', call, {
      request: { method: 'GET', url: call, headers: { 'if-none-match': 'x', apikey: 'k' } },
      response: { status: 304, headers: {}, text: '' },
    }),
  ];
  const pages = [{ id: 'page_1', startedDateTime: iso(0), title: 'x', pageTimings: {} }];
  const judged = await judge(createHar([...beside, ...written({})], { pages }), { complete: true });
  expect(judged).toMatchObject({ findings: [], exchanges: traffic.length });
});

test('accepts an upload that is redirected to another storage', async () => {
  const entries = traffic.flatMap((exchange) => {
    const { request, sentAt } = exchange;
    if (request.method !== 'PUT') return [createHarEntry(exchange, {})];
    const location = 'https://west.storage.example/bucket?signature=x';
    const moved = {
      ...exchange,
      took: 0,
      response: { status: 307, headers: { location }, text: '' },
    };
    const followed = { ...exchange, sentAt: sentAt + 0.01, request: { ...request, url: location } };
    return [createHarEntry(moved, {}), createHarEntry(followed, {})];
  });
  expect(entries.length).toBeGreaterThan(traffic.length);
  expect((await judge(createHar(entries), { complete: true })).findings).toEqual([]);
});

test.each([true, false])(
  'sorts entries that are out of order from any point on, complete: %s',
  async (complete) => {
    for (const from of traffic.keys()) {
      const entries = written({}).slice(from).toReversed();
      const { findings } = await judge(createHar(entries), { complete });
      expect(findings).toEqual([]);
    }
  },
);

test('reads compressed files, truncated ones, and files with a byte order mark', async () => {
  const har = createHar(written({}));
  const whole = await judge(gzipSync(har), { complete: true });
  expect(whole).toMatchObject({ findings: [], exchanges: traffic.length });
  expect((await judge(`\uFEFF${har}`, { complete: true })).exchanges).toBe(traffic.length);
  const packed = gzipSync(har);
  const truncated = await judge(packed.subarray(0, packed.length - 40), { complete: true });
  expect(truncated.notes?.truncated).toContain('truncated');
  await expect(judge(Buffer.from(har, 'utf16le'), { complete: true })).rejects.toThrow('neither');
  await expect(judge(Buffer.from(`\uFEFF${har}`, 'utf16le'), { complete: true })).rejects.toThrow(
    'UTF-16',
  );
});
