/** Tests what scripts of recorded requests send, and how they exit. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Difference, Exchange, Finding } from '../../harness/evidence/index.ts';
import { createRedactor } from '../redact/index.ts';
import { writeScript } from './write-script.ts';
import { doubleQuote, octal } from './shell.ts';

const id = '0f7b2d4e-e42a-4940-8c3d-39c53e1c7558';
const run = promisify(execFile);
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-script-'));
});
afterAll(async () => rm(folder, { recursive: true }));

function exchange(number: number, fields: Partial<Exchange> & Pick<Exchange, 'request'>): Exchange {
  const text = JSON.stringify(fields.body) ?? '';
  const headers = { date: 'Sat, 21 Nov 2026 10:00:00 GMT' };
  const answer = { status: 200, headers, mediaType: 'application/json', text, took: 1 };
  return { number, operation: undefined, body: undefined, ...answer, ...fields };
}

function createRequest(method: string, path: string, body?: unknown): Exchange['request'] {
  const headers = { 'content-type': 'application/json', apikey: '***' };
  return { method, path, url: `http://host${path}`, headers, body, key: 'own' };
}

const created = exchange(1, {
  operation: 'createBook',
  request: createRequest('POST', '/books', {
    externalId: 'bookdist-0123abcd-1',
    title: 'It\'s $5 `now` \\ "here"',
    publicationDate: '2026-12-03',
  }),
  status: 201,
  body: { bookId: id },
});

function createReadExchange(status: string): Exchange {
  const body = { data: { id, attributes: { status, subtitle: null } } };
  return exchange(2, {
    operation: 'readBook',
    request: createRequest('GET', `/books/${id}`),
    body,
  });
}

function createScript(difference: Difference, trail: readonly Exchange[]): string | undefined {
  const finding: Finding = {
    requirement: 'create.draft',
    section: 'Create',
    sentence: 'makes a draft',
    source: 'case',
    verdict: 'drifts',
    difference,
    requests: 2,
    requestsInRun: 2,
    took: 1,
    trail,
  };
  return writeScript(finding, {
    entry: undefined,
    redact: createRedactor([]),
    again: 'bookdist verify',
  });
}

const statusDiffers: Difference = {
  expected: 'status: "draft"',
  actual: '"live"',
  values: { expected: 'draft', actual: 'live' },
};

/** Runs a script against a service that returns the same book for every read. */
async function runAgainst(script: string, status: string) {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString('utf8')}`);
      const code = request.method === 'POST' ? 201 : 200;
      response.writeHead(code, { date: 'Mon, 28 Feb 2028 23:59:59 GMT' });
      const other = id.replace('0f', 'aa');
      const body = code === 201 ? { bookId: other } : { data: { id: other, status } };
      response.end(JSON.stringify(body, null, 2));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const file = join(folder, 'drift.sh');
  await writeFile(file, script);
  const env = {
    PATH: '/usr/bin:/bin',
    DISTRIBUTION_URL: `http://127.0.0.1:${port}`,
    DISTRIBUTION_API_KEY: 'a-key',
    TMPDIR: folder,
  };
  const result = await new Promise<{ code: unknown; printed: string }>((resolve) => {
    execFile('/bin/sh', [file], { env }, (error, printed) =>
      resolve({ code: error?.code ?? 0, printed }),
    );
  });
  await new Promise((resolve) => server.close(resolve));
  return { ...result, received };
}

const otherId = id.replace('0f', 'aa');
const refusal: Difference = { expected: '404', actual: '200', permitted: [404] };

describe('a script', () => {
  it('exits by the status if a status decides', async () => {
    const trail = [created, createReadExchange('live')];
    const stillThere = await runAgainst(createScript(refusal, trail) ?? '', 'live');
    expect(stillThere.code).toBe(1);
    const calls = stillThere.received.map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(calls).toEqual([
      'POST /v2/distribution/books',
      `GET /v2/distribution/books/${otherId}`,
      `DELETE /v2/distribution/books/${otherId}`,
    ]);
    const recorded = { ...createReadExchange('live'), status: 204 };
    const fixed = createScript({ ...refusal, permitted: [200] }, [created, recorded]) ?? '';
    expect((await runAgainst(fixed, 'live')).code).toBe(0);
  });

  it('finds the status of an earlier request in the text of the expectation', async () => {
    const difference = { expected: '422 to POST /books', actual: '201  application/json  {}' };
    const script = createScript(difference, [created, createReadExchange('live')]) ?? '';
    expect(script).toContain('status 1\n[ "$status" != 429 ]');
    expect((await runAgainst(script, 'live')).code).toBe(1);
  });

  it('prints both sides and exits with 3 if a person has to compare them', async () => {
    const script = createScript(statusDiffers, [created, createReadExchange('live')]) ?? '';
    const { code, printed } = await runAgainst(script, 'live');
    expect(code).toBe(3);
    expect(printed).toMatch(/^2\. GET .*\n {3}now {7}200 .*"status": "live"/m);
    expect(printed).toContain('expected  status: "draft"\nrecorded  "live"');
  });

  it('sends the recorded body with a new external id, and a date equally far from today', async () => {
    const script = createScript(statusDiffers, [created, createReadExchange('live')]) ?? '';
    const { received } = await runAgainst(script, 'live');
    const [, body = ''] = /(\{.*\})/.exec(received[0] ?? '') ?? [];
    expect(body).toMatch(/"externalId":"bookdist-(?!0123abcd)[0-9a-f]{8}-1"/);
    // Recorded on 2026-11-21, so twelve days later.
    const days = [12, 13].map((after) => new Date(Date.now() + after * 86_400_000));
    const book: unknown = JSON.parse(body);
    expect(book).toMatchObject({ title: 'It\'s $5 `now` \\ "here"' });
    expect(days.map((day) => day.toISOString().slice(0, 10))).toContainEqual(
      typeof book === 'object' && book !== null ? Reflect.get(book, 'publicationDate') : '',
    );
  });

  it('exits with 2 if it cannot send a request', async () => {
    const script = createScript(statusDiffers, [created, createReadExchange('live')]) ?? '';
    const file = join(folder, 'drift.sh');
    await writeFile(file, script);
    const deaf = { PATH: '/usr/bin:/bin', DISTRIBUTION_URL: 'http://127.0.0.1:1', TMPDIR: folder };
    await expect(run('/bin/sh', [file], { env: deaf })).rejects.toMatchObject({ code: 2 });
    const env = { ...deaf, DISTRIBUTION_API_KEY: 'a-key' };
    await expect(run('/bin/sh', [file], { env })).rejects.toMatchObject({ code: 2 });
  });

  it('contains no recorded id, and is not written if an upload was not recorded', () => {
    const script = createScript(statusDiffers, [created, createReadExchange('live')]) ?? '';
    expect(script).not.toContain('0123abcd');
    expect(script).not.toContain(id);
    const put = exchange(2, {
      operation: 'putFile',
      request: createRequest('PUT', '/up', '9000 bytes'),
    });
    expect(createScript(statusDiffers, [created, put])).toBeUndefined();
    expect(createScript(statusDiffers, [])).toBeUndefined();
  });
});

it('escapes characters that a shell would interpret', () => {
  expect(doubleQuote('a$b`c"d\\e', [{ text: 'b', variable: 'v' }])).toBe('"a\\$${v}\\`c\\"d\\\\e"');
  expect(octal(Uint8Array.from([0, 37, 255]))).toEqual(["'\\000\\045\\377'"]);
});
