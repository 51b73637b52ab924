/** Asks scripts made from recorded exchanges what they send, what they keep open and what they compare. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Difference, Exchange, Finding } from '../../harness/evidence/index.ts';
import { redactor } from '../record/index.ts';
import { scriptOf } from './write-script.ts';
import { octal, word } from './shell-words.ts';

const id = '0f7b2d4e-e42a-4940-8c3d-39c53e1c7558';
const run = promisify(execFile);
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-script-'));
});
afterAll(async () => rm(folder, { recursive: true }));

function exchange(number: number, some: Partial<Exchange> & Pick<Exchange, 'request'>): Exchange {
  const text = JSON.stringify(some.body) ?? '';
  const headers = { date: 'Sat, 21 Nov 2026 10:00:00 GMT' };
  const answer = { status: 200, headers, mediaType: 'application/json', text, took: 1 };
  return { number, operation: undefined, body: undefined, ...answer, ...some };
}

function sent(method: string, path: string, body?: unknown): Exchange['request'] {
  const headers = { 'content-type': 'application/json', apikey: '***' };
  return { method, path, url: `http://host${path}`, headers, body, key: 'own' };
}

const created = exchange(1, {
  operation: 'createBook',
  request: sent('POST', '/books', {
    externalId: 'bookdist-0123abcd-1',
    title: 'It\'s $5 `now` \\ "here"',
    publicationDate: '2026-12-03',
  }),
  status: 201,
  body: { bookId: id },
});

function readAnswer(status: string): Exchange {
  const body = { data: { id, attributes: { status, subtitle: null } } };
  return exchange(2, { operation: 'readBook', request: sent('GET', `/books/${id}`), body });
}

function scriptFor(difference: Difference, trail: readonly Exchange[]): string | undefined {
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
  return scriptOf(finding, { entry: undefined, redact: redactor([]), again: 'bookdist verify' });
}

const statusDiffers: Difference = {
  expected: 'status: "draft"',
  actual: '"live"',
  values: { expected: 'draft', actual: 'live' },
};

/** Runs a script against a service that answers every read with one status of a book. */
async function exitAgainst(script: string, status: string) {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      heard.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString('utf8')}`);
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
  const code = await run('/bin/sh', [file], { env }).then(
    () => 0,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
  await new Promise((resolve) => server.close(resolve));
  return { code, heard };
}

describe('a script', () => {
  it('tells a drift of value from none, whatever blanks the service writes', async () => {
    const script = scriptFor(statusDiffers, [created, readAnswer('live')]) ?? '';
    expect((await exitAgainst(script, 'live')).code).toBe(1);
    const { code, heard } = await exitAgainst(script, 'draft');
    expect(code).toBe(0);
    const other = id.replace('0f', 'aa');
    const calls = heard.map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(calls).toEqual([
      'GET /v2/distribution/books?perPage=1',
      'POST /v2/distribution/books',
      `GET /v2/distribution/books/${other}`,
      `DELETE /v2/distribution/books/${other}`,
    ]);
  });

  it('sends the body as it was, with a new mark and a date as far from today', async () => {
    const script = scriptFor(statusDiffers, [created, readAnswer('live')]) ?? '';
    const { heard } = await exitAgainst(script, 'live');
    const [, body = ''] = /(\{.*\})/.exec(heard[1] ?? '') ?? [];
    expect(body).toMatch(/"externalId":"bookdist-(?!0123abcd)[0-9a-f]{8}-1"/);
    expect(JSON.parse(body)).toMatchObject({
      title: 'It\'s $5 `now` \\ "here"',
      publicationDate: '2028-03-11',
    });
  });

  it('ends with 2 where it cannot ask', async () => {
    const script = scriptFor(statusDiffers, [created, readAnswer('live')]) ?? '';
    const file = join(folder, 'drift.sh');
    await writeFile(file, script);
    const deaf = { PATH: '/usr/bin:/bin', DISTRIBUTION_URL: 'http://127.0.0.1:1', TMPDIR: folder };
    await expect(run('/bin/sh', [file], { env: deaf })).rejects.toMatchObject({ code: 2 });
    const env = { ...deaf, DISTRIBUTION_API_KEY: 'a-key' };
    await expect(run('/bin/sh', [file], { env })).rejects.toMatchObject({ code: 2 });
  });

  it('goes by the status where the difference is one of status', () => {
    const difference = { expected: '404', actual: '200', permitted: [404] };
    expect(scriptFor(difference, [readAnswer('draft')])).toContain('case $status in 404) there=0');
  });

  it('names no key and is not written where an upload was not kept', () => {
    const script = scriptFor(statusDiffers, [created, readAnswer('live')]) ?? '';
    expect(script).not.toContain('0123abcd');
    expect(script).not.toContain(id);
    const put = exchange(2, { operation: 'putFile', request: sent('PUT', '/up', '9000 bytes') });
    expect(scriptFor(statusDiffers, [created, put])).toBeUndefined();
    expect(scriptFor(statusDiffers, [])).toBeUndefined();
  });
});

it('quotes whatever a shell would read', () => {
  expect(word('a$b`c"d\\e', [{ text: 'b', variable: 'v' }])).toBe('"a\\$${v}\\`c\\"d\\\\e"');
  expect(octal(Uint8Array.from([0, 37, 255]))).toEqual(["'\\000\\045\\377'"]);
});
