/** Tests that truncated, compressed or missing bodies and imprecise times in recordings cause no findings. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { isObject } from '../../contract/json-pointer.ts';
import { recordCorrectTraffic } from '../../../tests/support/traffic/correct-traffic.ts';
import { judgeRecordings } from '../../../tests/support/traffic/judge-recordings.ts';
import {
  createHar,
  createHarEntry,
  type Entry,
  type Recorder,
} from '../../../tests/support/traffic/recorded-archives.ts';
import { detectFormat } from './read-recording.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

let traffic: readonly RecordedExchange[] = [];
beforeAll(async () => {
  traffic = await recordCorrectTraffic();
});

function createEntries(recorder: Recorder = {}): Entry[] {
  return traffic.map((exchange) => createHarEntry(exchange, recorder));
}

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
  'keeps the beginning of responses': {
    writeText: (text) => ({ text: text.slice(0, 60), size: countBytes(text) }),
  },
  'keeps the beginning of responses as bytes': {
    writeText: (text) => ({
      text: Buffer.from(text.slice(0, 60)).toString('base64'),
      encoding: 'base64',
    }),
  },
  'keeps the beginning of bodies and no size': {
    writeHeaders: removeContentLength,
    writeText: (text) => ({ text: text.slice(0, 60), size: -1 }),
  },
  'keeps the beginning of requests': changeMessages('request', (text) => ({
    bodySize: countBytes(text),
    postData: { text: text.slice(0, 12) },
  })),
  'writes empty texts for requests': changeMessages('request', (text) => ({
    bodySize: countBytes(text),
    postData: { text: '' },
  })),
  'writes empty texts and no size for requests': {
    ...changeMessages('request', () => ({ bodySize: -1, postData: { text: '' } })),
    writeHeaders: removeContentLength,
  },
  'leaves request bodies out': {
    ...changeMessages('request', () => ({ bodySize: -1, postData: undefined })),
    writeHeaders: removeContentLength,
  },
  'leaves response bodies out': changeMessages('response', () => ({ content: undefined })),
  'leaves responses compressed with gzip': packResponses('gzip', gzipSync),
  'leaves responses compressed with Brotli': packResponses('br', brotliCompressSync),
  'leaves responses compressed with deflate': packResponses('deflate', deflateSync),
  'writes compressed responses as text': {
    ...packResponses('gzip', gzipSync),
    writeText: (text) => ({ text: gzipSync(text).toString('latin1') }),
  },
  'gives a size larger than the text': {
    writeText: (text) => ({ text, size: countBytes(text) + 20 }),
  },
  'records uploads 80 ms too long': {
    changeEntry: (entry, { request, took }) =>
      request.method === 'PUT' ? { ...entry, time: took + 80 } : entry,
  },
  'rounds times down to whole seconds': {
    formatStart: (sentAt) =>
      new Date(Math.floor(sentAt / 1000) * 1000).toISOString().replace('.000', ''),
  },
};

test.each(Object.entries(recorders))(
  'judges all calls and reports nothing if a recorder %s',
  async (_name, recorder) => {
    for (const complete of [false, true]) {
      const result = await judgeRecordings([createHar(createEntries(recorder))], { complete });
      expect(result).toMatchObject({ drifts: [], callerFindings: [], exchanges: traffic.length });
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
        return createHarEntry(
          {
            ...exchange,
            sentAt: sentAt + delay,
            ...(datedResponse && { response: datedResponse }),
          },
          {},
        );
      }),
    );
  const judge = async (delay: number) =>
    judgeRecordings([createDatedHar(serviceCalls ?? [], 0), createDatedHar(uploads ?? [], delay)], {
      complete: true,
    });
  expect(await judge(0)).toMatchObject({
    drifts: [],
    callerFindings: [],
    exchanges: traffic.length,
  });
  // The Date headers that are compared have whole seconds, and responses take a while.
  const seconds: unknown = expect.closeTo(3600, -1);
  await expect(judge(-3_600_000)).rejects.toMatchObject({ seconds });
});

test.each([
  ['', 'is empty'],
  ['  \n', 'is empty'],
  [Buffer.from('504b0304', 'hex'), 'ZIP'],
  [Buffer.from('1f8b0000', 'hex'), 'damaged'],
])('rejects a file with the content %j, and a folder, with the reason', async (content, reason) => {
  const path = join(await mkdtemp(join(tmpdir(), 'unreadable-')), 'recording');
  await writeFile(path, content);
  await expect(detectFormat(path)).rejects.toThrow(reason);
  await expect(detectFormat(join(path, '..'))).rejects.toThrow('is a folder');
});
