/** Tests the request that sends a file in each runtime, and the verdict of each response from the storage. */
import { createHash } from 'node:crypto';
import { expect, it, afterEach, vi, describe } from 'vitest';
import { readVerdict, putFile } from './storage.ts';
import { systemTime } from '../transport/index.ts';
import { createSource } from '../files/source.ts';
import { formatCode } from '../files/index.ts';
import type { StorageFetch } from './upload-run.ts';

const createErrorXml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

it.each([
  [409, '', 'used'],
  [408, '', 'retry'],
  [429, '', 'retry'],
  [500, '', 'retry'],
  [503, createErrorXml('SlowDown'), 'retry'],
  [400, createErrorXml('RequestTimeout'), 'retry'],
  [403, createErrorXml('ExpiredToken'), 'expired'],
  [403, '<Code>AccessDenied</Code><Message>Request has expired</Message>', 'expired'],
  [403, createErrorXml('AccessDenied'), 'refused'],
  [410, '', 'refused'],
  [404, '{"message":"This URL has expired."}', 'expired'],
  [403, createErrorXml('SignatureDoesNotMatch'), 'final'],
  [400, createErrorXml('EntityTooLarge'), 'final'],
  [307, '', 'final'],
  [411, '', 'final'],
  [413, '', 'final'],
  [501, createErrorXml('NotImplemented'), 'final'],
] as const)(
  'a response with status %i and body "%s" gets the verdict %s',
  (status, text, verdict) => {
    expect(readVerdict(status, text).verdict).toBe(verdict);
  },
);

it('reads a code only if it is a single word', () => {
  expect(readVerdict(403, createErrorXml('AccessDenied')).code).toBe('AccessDenied');
  expect(readVerdict(403, createErrorXml('https://s.example/?sig=1')).code).toBeUndefined();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function sendFile(storageFetch: StorageFetch, { stallMs = 1_000, content = 'bytes' } = {}) {
  const file = { role: 'audio_content', blob: new Blob([content]) } as const;
  const openSource = await createSource(file).open();
  const onBytes = () => undefined;
  const request = {
    url: 'https://storage.example/u',
    type: 'audio/mpeg',
    openSource,
    onBytes,
    stallMs,
    storageFetch,
  };
  const options = { expectedHash: undefined, signal: new AbortController().signal };
  return putFile({ ...request, ...options }, systemTime);
}

/** Sends a file to a storage with one response, and returns the options of the request too. */
async function recordSending(response: Response) {
  const requests: RequestInit[] = [];
  const result = await sendFile(async (_url, init) => {
    requests.push(init);
    return response;
  });
  return { result, requests };
}

it('follows no redirect and sends no cookie', async () => {
  const { result, requests } = await recordSending(new Response());
  expect(result.verdict).toBe('stored');
  expect(requests).toMatchObject([{ method: 'PUT', redirect: 'error', credentials: 'omit' }]);
});

it('leaves out unsupported options in an edge runtime, and gives a redirect the verdict final', async () => {
  vi.stubGlobal('Request', { prototype: {} });
  const { result, requests } = await recordSending(new Response(null, { status: 307 }));
  expect(result.verdict).toBe('final');
  expect(requests).toMatchObject([{ method: 'PUT', redirect: 'manual' }]);
  expect(requests[0]).not.toHaveProperty('credentials');
});

it.each([
  ['as long', 'bytes', 'no progress in 20 ms'],
  ['five times as long', 'x'.repeat(5_000_000), 'no progress in 100 ms'],
])('waits for the response %s as for the next bytes', async (_, content, why) => {
  const storageFetch: StorageFetch = async (_url, init) => {
    await new Response(init.body ?? null).text();
    return new Promise(() => undefined);
  };
  const result = await sendFile(storageFetch, { stallMs: 20, content });
  expect(result).toMatchObject({ verdict: 'broken', allBytesSent: true, why });
});

const text = 'the bytes of one track';

/** Sends a stream to a storage that reads it completely. */
async function sendStream(content: string, { size = text.length, expectedHash = '' } = {}) {
  const stream = () => new Blob([content]).stream();
  const openSource = await createSource({ role: 'audio_content', stream, size }).open();
  const byteCounts: number[] = [];
  const sentRequest: { headers?: unknown; body?: string } = {};
  const request = {
    url: 'https://storage.example/u',
    type: 'audio/mpeg',
    openSource,
    expectedHash: expectedHash === '' ? undefined : expectedHash,
    onBytes: (bytes: number) => void byteCounts.push(bytes),
    signal: new AbortController().signal,
    stallMs: 1_000,
  };
  const storageFetch = async (_: string, init: RequestInit) => {
    sentRequest.headers = init.headers;
    sentRequest.body = await new Response(init.body ?? null).text();
    return new Response();
  };
  const result = await putFile({ ...request, storageFetch }, systemTime);
  return { ...sentRequest, byteCounts, result };
}

describe('the body of a PUT', () => {
  it.each([200, 403])(
    'is closed if the storage returns %i before it has read it',
    async (status) => {
      let close = (): void => undefined;
      const closed = new Promise<void>((resolve) => {
        close = resolve;
      });
      const stream = async function* () {
        try {
          for (;;) yield Buffer.from('x');
        } finally {
          close();
        }
      };
      const openSource = await createSource({ role: 'audio_content', stream, size: 1_000 }).open();
      const request = {
        url: 'https://storage.example/u',
        type: 'audio/mpeg',
        openSource,
        expectedHash: undefined,
        onBytes: () => undefined,
        signal: new AbortController().signal,
        stallMs: 1_000,
        // Reads one piece, and neither cancels the stream nor observes the signal.
        storageFetch: async (_: string, { body }: RequestInit) => {
          if (body instanceof ReadableStream) await body.getReader().read();
          return new Response(null, { status });
        },
      };
      await putFile(request, systemTime);
      await closed;
    },
  );

  it('is sent with its length and its type, and reports its progress', async () => {
    const { headers, body, byteCounts } = await sendStream(text);
    expect(headers).toEqual({ 'content-type': 'audio/mpeg', 'content-length': '22' });
    expect([body, byteCounts.at(-1)]).toEqual([text, 22]);
  });

  it('is empty for an empty file', async () => {
    expect(await sendStream('', { size: 0 })).toMatchObject({
      body: '',
      result: { verdict: 'stored' },
    });
  });

  it.each([
    ['longer', { size: 5 }, 'it has another length now'],
    ['shorter', { size: 50 }, 'it has another length now'],
    ['other', { expectedHash: '0'.repeat(64) }, 'its bytes have another hash'],
  ])('breaks off if the file is %s than expected', async (_, expectation, why) => {
    const { result } = await sendStream(text, expectation);
    expect(result).toMatchObject({ verdict: 'changed', why });
  });

  it('is sent if it has the expected hash', async () => {
    const expectedHash = createHash('sha256').update(text).digest('hex');
    const { result } = await sendStream(text, { expectedHash });
    expect(result).toMatchObject({ verdict: 'stored' });
  });
});

it('formatCode returns only the code of an error, and nothing if the code may be a URL', () => {
  const errorWithUrl = Object.assign(new Error('GET https://s.example/?sig=1'), {
    code: 'ECONNRESET',
  });
  expect(formatCode(errorWithUrl)).toBe(' (ECONNRESET)');
  expect(formatCode(Object.assign(errorWithUrl, { code: 'https://s.example/?sig=1' }))).toBe('');
});
