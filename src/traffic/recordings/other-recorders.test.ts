/** Tests that recordings of other programs cause no false alarms: the same correct traffic in their shapes. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { describeDrift } from '../traffic-run.ts';
import { createTrafficRun } from '../index.ts';
import { recordCorrectTraffic } from '../scenes/correct-traffic.ts';
import { inSendingOrder, mergeBySentAt } from './in-sending-order.ts';
import { createAccountLabels, inAnswerOrder } from './observed.ts';
import { createNotes, type RecordingNotes } from './read-recording.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

let traffic: readonly RecordedExchange[] = [];
beforeAll(async () => {
  traffic = await recordCorrectTraffic();
});

type Entry = Readonly<Record<string, unknown>>;
type Listed = readonly { readonly name: string; readonly value: string }[];

interface Recorder {
  readonly headers?: (headers: Listed, isRequest: boolean) => unknown;
  readonly entry?: (entry: Entry, exchange: RecordedExchange) => Entry;
  /** The text of a body in the archive. */
  readonly text?: (text: string) => object;
  readonly url?: (url: string) => string;
  readonly began?: (sentAt: number) => string;
}

const iso = (sentAt: number): string => new Date(sentAt).toISOString();

/** One entry as browsers write it. */
function entryOf(exchange: RecordedExchange, recorder: Recorder): Entry {
  const { request, response, sentAt, took } = exchange;
  const { headers = (list) => list, text = (plain) => ({ text: plain }) } = recorder;
  const { entry = (one) => one, url = (one) => one, began = iso } = recorder;
  const listed = (all: object, isRequest: boolean): unknown =>
    headers(
      Object.entries(all).map(([name, value]) => ({ name, value: String(value) })),
      isRequest,
    );
  const typeOf = (all: Readonly<Record<string, string>>): string => all['content-type'] ?? '';
  const plain = {
    startedDateTime: began(sentAt),
    time: took,
    request: {
      method: request.method,
      url: url(request.url),
      headers: listed(request.headers, true),
      bodySize: request.size ?? 0,
      ...((request.size ?? 0) > 0 && {
        postData: { mimeType: typeOf(request.headers), text: request.text },
      }),
    },
    response:
      response === undefined
        ? { status: 0, statusText: '', headers: [], content: { size: 0, mimeType: 'x-unknown' } }
        : {
            status: response.status,
            headers: listed(response.headers, false),
            content: {
              size: response.text?.length ?? -1,
              mimeType: typeOf(response.headers),
              ...(response.text !== '' && text(response.text ?? '')),
            },
          },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
  };
  return entry(plain, exchange);
}

interface Judged {
  readonly findings: readonly string[];
  readonly exchanges: number;
  readonly notes: RecordingNotes;
}

interface How {
  readonly complete: boolean;
  readonly service?: string;
}

async function judge(content: string | Buffer, { complete, service }: How): Promise<Judged> {
  const file = join(await mkdtemp(join(tmpdir(), 'recorder-')), 'recording');
  await writeFile(file, content);
  const notes = createNotes();
  const run = createTrafficRun();
  const findings: string[] = [];
  const how = { service, labels: createAccountLabels(), complete };
  let exchanges = 0;
  for await (const { observed, recorded } of inAnswerOrder(
    mergeBySentAt([inSendingOrder(file, notes)]),
    how,
  )) {
    exchanges += 1;
    const { drifts, calls } = run.hear(observed, recorded);
    findings.push(
      ...drifts.map(describeDrift),
      ...calls.map(({ requirement, actual }) => `${requirement}: ${actual}`),
    );
  }
  return { findings, exchanges, notes };
}

function archive(entries: readonly Entry[], more: object = {}): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'x' }, ...more, entries } });
}

function written(recorder: Recorder): Entry[] {
  return traffic.map((exchange) => entryOf(exchange, recorder));
}

/** An entry of other traffic in the same archive. */
function other(method: string, url: string, more: Partial<RecordedExchange> = {}): Entry {
  const { sentAt = 0 } = traffic[6] ?? {};
  const request = { method, url, headers: { apikey: 'of-another-service' } };
  const response = { status: 200, headers: { 'content-type': 'text/html' }, text: '<p>' };
  return entryOf({ sentAt: sentAt + 0.01, took: 1, request, response, ...more }, {});
}

const http2: Listed = [':method', ':authority', ':scheme', ':path'].map((name) => ({
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
  'a gateway with a path of its own': {
    url: (url) => url.replace('/v2/distribution', '/catalogue/v2/distribution'),
  },
};

for (const [name, recorder] of Object.entries(recorders)) {
  test.each([true, false])(
    `finds nothing in the archive of ${name}, complete: %s`,
    async (complete) => {
      const { findings, exchanges, notes } = await judge(archive(written(recorder)), { complete });
      expect(findings).toEqual([]);
      expect(exchanges).toBe(traffic.length);
      expect(notes).toMatchObject({ skipped: 0, truncated: undefined });
    },
  );
}

test('a gateway may leave the version prefix out, if its address is given', async () => {
  const url = (one: string): string => one.replace('/v2/distribution', '/books-api');
  const service = new URL('/books-api', traffic[0]?.request.url).href;
  const har = archive(written({ url }));
  expect((await judge(har, { complete: true })).exchanges).toBeLessThan(2);
  const judged = await judge(har, { complete: true, service });
  expect(judged).toMatchObject({ findings: [], exchanges: traffic.length });
});

test('what a browser does beside the calls is not judged', async () => {
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
  const judged = await judge(archive([...beside, ...written({})], { pages }), { complete: true });
  expect(judged).toMatchObject({ findings: [], exchanges: traffic.length });
});

test('an upload may be sent on to another storage', async () => {
  const entries = traffic.flatMap((exchange) => {
    const { request, sentAt } = exchange;
    if (request.method !== 'PUT') return [entryOf(exchange, {})];
    const location = 'https://west.storage.example/bucket?signature=x';
    const moved = {
      ...exchange,
      took: 0,
      response: { status: 307, headers: { location }, text: '' },
    };
    const followed = { ...exchange, sentAt: sentAt + 0.01, request: { ...request, url: location } };
    return [entryOf(moved, {}), entryOf(followed, {})];
  });
  expect(entries.length).toBeGreaterThan(traffic.length);
  expect((await judge(archive(entries), { complete: true })).findings).toEqual([]);
});

test.each([true, false])(
  'entries out of order, from any point on, complete: %s',
  async (complete) => {
    for (const from of traffic.keys()) {
      const entries = written({}).slice(from).toReversed();
      const { findings } = await judge(archive(entries), { complete });
      expect(findings).toEqual([]);
    }
  },
);

test('reads packed files, also one that is cut, and files with a byte order mark', async () => {
  const har = archive(written({}));
  const whole = await judge(gzipSync(har), { complete: true });
  expect(whole).toMatchObject({ findings: [], exchanges: traffic.length });
  expect((await judge(`\uFEFF${har}`, { complete: true })).exchanges).toBe(traffic.length);
  const packed = gzipSync(har);
  const cut = await judge(packed.subarray(0, packed.length - 40), { complete: true });
  expect(cut.notes.truncated).toContain('cut');
  await expect(judge(Buffer.from(har, 'utf16le'), { complete: true })).rejects.toThrow('neither');
  await expect(judge(Buffer.from(`\uFEFF${har}`, 'utf16le'), { complete: true })).rejects.toThrow(
    'UTF-16',
  );
});
