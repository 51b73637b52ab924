/** Tests that recordings with cut, packed or missing bodies, rough times or other clocks raise no false alarm. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { isObject } from '../../contract/json-pointer.ts';
import { recordCorrectTraffic } from '../scenes/correct-traffic.ts';
import { judgeRecordings } from '../scenes/judge-recordings.ts';
import {
  createHar,
  createHarEntry,
  type Entry,
  type Recorder,
} from '../scenes/recorded-archives.ts';
import { detectFormat } from './read-recording.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

let traffic: readonly RecordedExchange[] = [];
beforeAll(async () => {
  traffic = await recordCorrectTraffic();
});

function entries(recorder: Recorder = {}): Entry[] {
  return traffic.map((exchange) => createHarEntry(exchange, recorder));
}

/** Changes members of each request that has a text, or of each response. */
function changing(side: 'request' | 'response', change: (text: string) => object): Recorder {
  return {
    entry: (entry, exchange) => {
      const [plain, text = ''] = [entry[side], exchange[side]?.text];
      const isChanged = isObject(plain) && (side === 'response' || text !== '');
      return isChanged ? { ...entry, [side]: { ...plain, ...change(text) } } : entry;
    },
  };
}

function packed(encoding: string, pack: (text: string) => Buffer): Recorder {
  return {
    headers: (list, isRequest) =>
      isRequest ? list : [...list, { name: 'content-encoding', value: encoding }],
    text: (text) => ({ text: pack(text).toString('base64'), encoding: 'base64' }),
  };
}

const size = (text: string): number => Buffer.byteLength(text);
const withoutLength: Recorder['headers'] = (list) =>
  list.filter(({ name }) => name !== 'content-length');

const recorders: Readonly<Record<string, Recorder>> = {
  'keeps the beginning of responses': {
    text: (text) => ({ text: text.slice(0, 60), size: size(text) }),
  },
  'keeps the beginning of responses as bytes': {
    text: (text) => ({
      text: Buffer.from(text.slice(0, 60)).toString('base64'),
      encoding: 'base64',
    }),
  },
  'keeps the beginning of bodies and no size': {
    headers: withoutLength,
    text: (text) => ({ text: text.slice(0, 60), size: -1 }),
  },
  'keeps the beginning of requests': changing('request', (text) => ({
    bodySize: size(text),
    postData: { text: text.slice(0, 12) },
  })),
  'writes empty texts for requests': changing('request', (text) => ({
    bodySize: size(text),
    postData: { text: '' },
  })),
  'writes empty texts and no size for requests': {
    ...changing('request', () => ({ bodySize: -1, postData: { text: '' } })),
    headers: withoutLength,
  },
  'leaves requests out': {
    ...changing('request', () => ({ bodySize: -1, postData: undefined })),
    headers: withoutLength,
  },
  'leaves responses out': changing('response', () => ({ content: undefined })),
  'leaves packed responses as they are': packed('gzip', gzipSync),
  'leaves responses packed with Brotli': packed('br', brotliCompressSync),
  'leaves responses packed with deflate': packed('deflate', deflateSync),
  'takes packed responses for text': {
    ...packed('gzip', gzipSync),
    text: (text) => ({ text: gzipSync(text).toString('latin1') }),
  },
  'counts packed bytes': { text: (text) => ({ text, size: size(text) + 20 }) },
  'ends uploads too late': {
    entry: (entry, { request, took }) =>
      request.method === 'PUT' ? { ...entry, time: took + 80 } : entry,
  },
  'rounds times down to seconds': {
    began: (sentAt) => new Date(Math.floor(sentAt / 1000) * 1000).toISOString().replace('.000', ''),
  },
};

test.each(Object.entries(recorders))('finds nothing if a recorder %s', async (_name, recorder) => {
  for (const complete of [false, true]) {
    const judged = await judgeRecordings([createHar(entries(recorder))], { complete });
    expect(judged).toMatchObject({ lines: [], callers: [], exchanges: traffic.length });
  }
});

test('proves as much from compressed and attached bodies as from text', async () => {
  const proven = async (recorder: Recorder, attached: Record<string, string> = {}) => {
    const judged = await judgeRecordings([createHar(entries(recorder))], {
      complete: true,
      attached,
    });
    expect(judged).toMatchObject({ lines: [], callers: [] });
    return judged.conforming;
  };
  const files: Record<string, string> = {};
  const attach = (text: string): object => {
    const name = `${Object.keys(files).length}.json`;
    files[name] = text;
    return { _file: name };
  };
  const attaching = {
    text: attach,
    ...changing('request', (text) => ({
      postData: { mimeType: 'application/json', text: '', ...attach(text) },
    })),
  };
  const all = await proven({});
  expect(all.length).toBeGreaterThan(40);
  expect(await proven(packed('br', brotliCompressSync))).toEqual(all);
  expect(await proven(attaching, files)).toEqual(all);
});

test('rejects recordings whose clocks differ by an hour', async () => {
  const [stored, served] = [true, false].map((isStored) =>
    traffic.filter(({ request }) => (request.method === 'PUT') === isStored),
  );
  const dated = (recorded: readonly RecordedExchange[], late: number): string =>
    createHar(
      recorded.map((exchange) => {
        const { sentAt, response } = exchange;
        const date = new Date(sentAt).toUTCString();
        const answered = response && { ...response, headers: { ...response.headers, date } };
        return createHarEntry(
          { ...exchange, sentAt: sentAt + late, ...(answered && { response: answered }) },
          {},
        );
      }),
    );
  const judge = async (late: number) =>
    judgeRecordings([dated(served ?? [], 0), dated(stored ?? [], late)], { complete: true });
  expect(await judge(0)).toMatchObject({ lines: [], callers: [], exchanges: traffic.length });
  // The Date headers that are compared have whole seconds, and responses take a while.
  const seconds: unknown = expect.closeTo(3600, -1);
  await expect(judge(-3_600_000)).rejects.toMatchObject({ seconds });
});

test.each([
  ['', 'is empty'],
  ['  \n', 'is empty'],
  [Buffer.from('504b0304', 'hex'), 'ZIP'],
  [Buffer.from('1f8b0000', 'hex'), 'damaged'],
])('explains why a file that starts with %j is not a recording', async (content, says) => {
  const path = join(await mkdtemp(join(tmpdir(), 'unreadable-')), 'recording');
  await writeFile(path, content);
  await expect(detectFormat(path)).rejects.toThrow(says);
  await expect(detectFormat(join(path, '..'))).rejects.toThrow('is a folder');
});
