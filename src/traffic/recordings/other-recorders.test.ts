/** Tests that correct traffic in the forms of other programs causes no findings, and how exchanges are recorded. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { recordCorrectTraffic } from '../../../tests/support/traffic/correct-traffic.ts';
import {
  judgeRecordings,
  createHar,
  createHarEntry,
  formatIsoTime,
  type Entry,
  type HeaderList,
  type Recorder,
} from '../../../tests/support/traffic/judge-recordings.ts';
import { isObject } from '../../contract/json-pointer.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { parseHarEntry } from './har-entry.ts';
import { maskSecrets } from './mask-secrets.ts';
import { createRecordingFetch } from './recording-fetch.ts';

let traffic: readonly RecordedExchange[] = [];
beforeAll(async () => {
  traffic = await recordCorrectTraffic();
});

function createEntries(recorder: Recorder = {}): Entry[] {
  return traffic.map((exchange) => createHarEntry(exchange, recorder));
}

interface JudgeSettings {
  readonly complete: boolean;
  readonly service?: string;
}

async function judge(content: string | Buffer, settings: JudgeSettings) {
  const { drifts, callerFindings, notes, exchanges } = await judgeRecordings([content], settings);
  return { findings: [...drifts, ...callerFindings], notes: notes[0], exchanges };
}

/** Creates an entry of traffic with another service. */
function createOtherEntry(
  method: string,
  url: string,
  changes: Partial<RecordedExchange> = {},
): Entry {
  const { sentAt = 0 } = traffic[6] ?? {};
  const request = { method, url, headers: { apikey: 'of-another-service' } };
  const response = { status: 200, headers: { 'content-type': 'text/html' }, text: '<p>' };
  return createHarEntry({ sentAt: sentAt + 0.01, took: 1, request, response, ...changes });
}

const http2Headers: HeaderList = [':method', ':authority', ':scheme', ':path'].map((name) => ({
  name,
  value: 'x',
}));

/** Returns a recorder that changes members of each request with a body, or of each response. */
function changeMessages(side: 'request' | 'response', change: (text: string) => object): Recorder {
  return {
    changeEntry: (entry, exchange) => {
      const [message, text = ''] = [entry[side], exchange[side]?.text];
      const isChanged = isObject(message) && (side === 'response' || text !== '');
      return isChanged ? { ...entry, [side]: { ...message, ...change(text) } } : entry;
    },
  };
}

function packResponses(encoding: string, pack: (text: string) => Buffer): Recorder {
  return {
    writeHeaders: (list, isRequest) =>
      isRequest ? list : [...list, { name: 'content-encoding', value: encoding }],
    writeText: (text) => ({ text: pack(text).toString('base64'), encoding: 'base64' }),
  };
}

const countBytes = (text: string): number => Buffer.byteLength(text);
const removeContentLength: Recorder['writeHeaders'] = (list) =>
  list.filter(({ name }) => name !== 'content-length');

const recorders: Readonly<Record<string, Recorder>> = {
  'Chrome over HTTP/2': {
    writeHeaders: (list, isRequest) => (isRequest ? [...http2Headers, ...list] : list),
    changeEntry: (entry) => ({
      ...entry,
      pageref: 'page_1',
      _initiator: { type: 'script' },
      _resourceType: 'fetch',
      connection: '443',
    }),
    writeText: (text) => ({ text: Buffer.from(text).toString('base64'), encoding: 'base64' }),
  },
  'Firefox, with a time zone offset and without durations': {
    formatStart: (sentAt) => formatIsoTime(sentAt + 3_600_000).replace('Z', '+01:00'),
    changeEntry: ({ timings: _none, ...entry }) => ({ ...entry, time: -1 }),
  },
  'Firefox without response bodies': {
    writeText: () => ({ comment: 'Response bodies are not included.' }),
  },
  'mitmproxy, with microseconds': {
    formatStart: (sentAt) => formatIsoTime(sentAt).replace('Z', '125+00:00'),
    writeHeaders: (list) => list.map(({ name, value }) => ({ name: name.toUpperCase(), value })),
    changeEntry: (entry) => ({ ...entry, _webSocketMessages: [], serverIPAddress: '10.0.0.1' }),
  },
  'a recorder of whole milliseconds': {
    changeEntry: (entry) => ({ ...entry, time: Math.round(Number(entry['time'])) }),
  },
  'an export without headers': { writeHeaders: () => [] },
  'a recorder that removes keys': {
    writeHeaders: (list) => list.filter(({ name }) => name !== 'apikey'),
  },
  'a gateway with its own path': {
    changeUrl: (url) => url.replace('/v2/distribution', '/catalogue/v2/distribution'),
  },
  'a recorder that keeps the beginning of responses': {
    writeText: (text) => ({ text: text.slice(0, 60), size: countBytes(text) }),
  },
  'a recorder that keeps the beginning of responses as bytes': {
    writeText: (text) => ({
      text: Buffer.from(text.slice(0, 60)).toString('base64'),
      encoding: 'base64',
    }),
  },
  'a recorder that keeps the beginning of bodies and no size': {
    writeHeaders: removeContentLength,
    writeText: (text) => ({ text: text.slice(0, 60), size: -1 }),
  },
  'a recorder that keeps the beginning of requests': changeMessages('request', (text) => ({
    bodySize: countBytes(text),
    postData: { text: text.slice(0, 12) },
  })),
  'a recorder that writes empty texts for requests': changeMessages('request', (text) => ({
    bodySize: countBytes(text),
    postData: { text: '' },
  })),
  'a recorder that writes empty texts and no size for requests': {
    ...changeMessages('request', () => ({ bodySize: -1, postData: { text: '' } })),
    writeHeaders: removeContentLength,
  },
  'a recorder that leaves request bodies out': {
    ...changeMessages('request', () => ({ bodySize: -1, postData: undefined })),
    writeHeaders: removeContentLength,
  },
  'a recorder that leaves response bodies out': changeMessages('response', () => ({
    content: undefined,
  })),
  'a recorder that leaves responses in gzip': packResponses('gzip', gzipSync),
  'a recorder that leaves responses in Brotli': packResponses('br', brotliCompressSync),
  'a recorder that leaves responses in deflate': packResponses('deflate', deflateSync),
  'a recorder that writes compressed responses as text': {
    ...packResponses('gzip', gzipSync),
    writeText: (text) => ({ text: gzipSync(text).toString('latin1') }),
  },
  'a recorder that gives a size larger than the text': {
    writeText: (text) => ({ text, size: countBytes(text) + 20 }),
  },
  'a recorder that records uploads 80 ms too long': {
    changeEntry: (entry, { request, took }) =>
      request.method === 'PUT' ? { ...entry, time: took + 80 } : entry,
  },
  'a recorder that rounds times down to whole seconds': {
    formatStart: (sentAt) =>
      new Date(Math.floor(sentAt / 1000) * 1000).toISOString().replace('.000', ''),
  },
};

test.each(Object.entries(recorders))(
  'judges all calls and reports nothing in a HAR file of %s',
  async (_name, recorder) => {
    for (const complete of [false, true]) {
      const { findings, exchanges, notes } = await judge(createHar(createEntries(recorder)), {
        complete,
      });
      expect({ findings, exchanges }).toEqual({ findings: [], exchanges: traffic.length });
      expect(notes).toMatchObject({ skipped: 0, truncated: undefined });
    }
  },
);

test('proves as much from compressed and attached bodies as from text', async () => {
  const listProven = async (recorder: Recorder, attachedFiles: Record<string, string> = {}) => {
    const result = await judgeRecordings([createHar(createEntries(recorder))], {
      complete: true,
      attachedFiles,
    });
    expect(result).toMatchObject({ drifts: [], callerFindings: [] });
    return result.conformingRequirements;
  };
  const files: Record<string, string> = {};
  const attach = (text: string): object => {
    const name = `${Object.keys(files).length}.json`;
    files[name] = text;
    return { _file: name };
  };
  const attachBodies = {
    text: attach,
    ...changeMessages('request', (text) => ({
      postData: { mimeType: 'application/json', text: '', ...attach(text) },
    })),
  };
  const allProven = await listProven({});
  expect(allProven.length).toBeGreaterThan(40);
  expect(await listProven(packResponses('br', brotliCompressSync))).toEqual(allProven);
  expect(await listProven(attachBodies, files)).toEqual(allProven);
});

test('accepts recordings with equal clocks, and rejects recordings with clocks an hour apart', async () => {
  const [uploads, serviceCalls] = [true, false].map((isStored) =>
    traffic.filter(({ request }) => (request.method === 'PUT') === isStored),
  );
  const createDatedHar = (recorded: readonly RecordedExchange[], delay: number): string =>
    createHar(
      recorded.map((exchange) => {
        const { sentAt, response } = exchange;
        const date = new Date(sentAt).toUTCString();
        const datedResponse = response && { ...response, headers: { ...response.headers, date } };
        const dated = datedResponse && { response: datedResponse };
        return createHarEntry({ ...exchange, sentAt: sentAt + delay, ...dated });
      }),
    );
  const judgeDelayed = async (delay: number) =>
    judgeRecordings([createDatedHar(serviceCalls ?? [], 0), createDatedHar(uploads ?? [], delay)], {
      complete: true,
    });
  const { drifts, callerFindings, exchanges } = await judgeDelayed(0);
  expect([...drifts, ...callerFindings]).toEqual([]);
  expect(exchanges).toBe(traffic.length);
  // The Date headers that are compared have whole seconds, and responses take a while.
  const seconds: unknown = expect.closeTo(3600, -1);
  await expect(judgeDelayed(-3_600_000)).rejects.toMatchObject({ seconds });
});

test('judges calls through a gateway without the version prefix only if its address is given', async () => {
  const changeUrl = (url: string): string => url.replace('/v2/distribution', '/books-api');
  const service = new URL('/books-api', traffic[0]?.request.url).href;
  const har = createHar(createEntries({ changeUrl }));
  expect((await judge(har, { complete: true })).exchanges).toBeLessThan(2);
  const result = await judge(har, { complete: true, service });
  expect(result).toMatchObject({ findings: [], exchanges: traffic.length });
});

test('does not judge other requests of a browser', async () => {
  const call = traffic[5]?.request.url ?? '';
  const otherOriginUrl = call.replace('//', '//old.');
  const redirect = { status: 308, headers: { location: call }, text: '' };
  const otherEntries = [
    createOtherEntry('PUT', 'https://settings.example/v1/me'),
    createOtherEntry('GET', 'wss://live.example/socket'),
    createOtherEntry('OPTIONS', call, { request: { method: 'OPTIONS', url: call, headers: {} } }),
    createOtherEntry('GET', otherOriginUrl, { response: redirect }),
    { ...createOtherEntry('GET', call), _fromCache: 'disk' },
    createOtherEntry('GET', call, {
      request: { method: 'GET', url: call, headers: { 'if-none-match': 'x', apikey: 'k' } },
      response: { status: 304, headers: {}, text: '' },
    }),
  ];
  const pages = [{ id: 'page_1', startedDateTime: formatIsoTime(0), title: 'x', pageTimings: {} }];
  const result = await judge(createHar([...otherEntries, ...createEntries()], { pages }), {
    complete: true,
  });
  expect(result).toMatchObject({ findings: [], exchanges: traffic.length });
});

test('reports nothing if an upload is redirected to another storage', async () => {
  const entries = traffic.flatMap((exchange) => {
    const { request, sentAt } = exchange;
    if (request.method !== 'PUT') return [createHarEntry(exchange)];
    const location = 'https://west.storage.example/bucket?signature=x';
    const redirectedUpload = {
      ...exchange,
      took: 0,
      response: { status: 307, headers: { location }, text: '' },
    };
    const followingUpload = {
      ...exchange,
      sentAt: sentAt + 0.01,
      request: { ...request, url: location },
    };
    return [createHarEntry(redirectedUpload), createHarEntry(followingUpload)];
  });
  expect(entries.length).toBeGreaterThan(traffic.length);
  expect((await judge(createHar(entries), { complete: true })).findings).toEqual([]);
});

test('reads compressed and truncated files and UTF-8 with a byte order mark, and rejects UTF-16', async () => {
  const har = createHar(createEntries());
  const compressedResult = await judge(gzipSync(har), { complete: true });
  expect(compressedResult).toMatchObject({ findings: [], exchanges: traffic.length });
  expect((await judge(`\uFEFF${har}`, { complete: true })).exchanges).toBe(traffic.length);
  const compressedHar = gzipSync(har);
  const truncatedResult = await judge(compressedHar.subarray(0, compressedHar.length - 40), {
    complete: true,
  });
  expect(truncatedResult.notes?.truncated).toContain('truncated');
  await expect(judge(Buffer.from(har, 'utf16le'), { complete: true })).rejects.toThrow('neither');
  await expect(judge(Buffer.from(`\uFEFF${har}`, 'utf16le'), { complete: true })).rejects.toThrow(
    'UTF-16',
  );
});

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

test.each([
  // A character set may have changed a text of another size, and a text with a replacement character.
  [9, 'Sea salt.', true],
  [10, 'Sea salt.', false],
  [11, 'Sea salt\uFFFD', false],
])('knows the bytes of an upload of %i bytes from the text %j: %s', (bodySize, text, isKnown) => {
  const request = { method: 'PUT', url: 'https://b.test/u', bodySize, postData: { text } };
  const entry = { startedDateTime: '2026-01-02T03:04:05.006Z', request };
  const { sha256 } = parseHarEntry(entry, () => undefined).request;
  expect(sha256 !== undefined).toBe(isKnown);
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
