/** Tests which requests scripts send, what they print, and with which code they exit. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Difference, Exchange, Finding } from '../../harness/evidence/index.ts';
import type { SentRequest } from '../../monitor/index.ts';
import { createRedactor } from '../redact.ts';
import { groupOverlapping, isRace } from './steps.ts';
import { writeScript } from './write-script.ts';
import { quoteWithVariables, formatOctal } from './shell.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

const id = '0f7b2d4e-e42a-4940-8c3d-39c53e1c7558';
const run = promisify(execFile);
const folder = createFolder();

interface Fields extends Pick<Exchange, 'request'> {
  readonly operation?: Exchange['operation'];
  readonly status?: number;
  readonly body?: unknown;
}

function createExchange(number: number, { status = 200, body, ...call }: Fields): Exchange {
  const text = JSON.stringify(body) ?? '';
  const headers = { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'content-type': 'application/json' };
  const response = { status, headers, text, body };
  return { number, sentAt: 10 * number, answeredAt: 10 * number + 1, response, ...call };
}

function createRequest(
  method: string,
  path: string,
  body: SentRequest['body'] = { kind: 'none' },
): SentRequest {
  const headers = { 'content-type': 'application/json', apikey: '***' };
  const target = { method, path, url: `http://host${path}`, toStorage: method === 'PUT' };
  return { ...target, headers, body, key: 'own', account: 'own' };
}

const createBookExchange = createExchange(1, {
  operation: 'createBook',
  request: createRequest('POST', '/books', {
    kind: 'json',
    value: {
      externalId: 'bookdist-0123abcd-1',
      title: 'It\'s $5 `now` \\ "here"',
      publicationDate: '2026-12-03',
    },
  }),
  status: 201,
  body: { bookId: id },
});

function createReadExchange(status: string): Exchange {
  const body = { data: { id, attributes: { status, subtitle: null } } };
  return createExchange(2, {
    operation: 'readBook',
    request: createRequest('GET', `/books/${id}`),
    body,
  });
}

const replay = { requirement: 'create.draft', sentence: '00000000', seed: 1, runs: 1 } as const;

function createScript(
  difference: Difference,
  trail: readonly Exchange[],
  change: Partial<Finding> = {},
): string | undefined {
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
    replay,
    ...change,
  };
  return writeScript(finding, {
    entry: undefined,
    redact: createRedactor([]),
    rerunCommand: 'bookdist verify',
  });
}

const bodyDifference: Difference = {
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
      const newId = id.replace('0f', 'aa');
      const body = code === 201 ? { bookId: newId } : { data: { id: newId, status } };
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
  const result = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    execFile('/bin/sh', [file], { env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    );
  });
  await new Promise((resolve) => server.close(resolve));
  return { ...result, received };
}

const otherId = id.replace('0f', 'aa');
const statusDifference: Difference = { expected: '404', actual: '200', permitted: [404] };

/** Runs a script against a service that no longer drifts. */
async function runFixed(change: Partial<Finding>) {
  const readExchange = createReadExchange('live');
  const response = { ...readExchange.response, status: 204 };
  const trail = [createBookExchange, { ...readExchange, response }];
  const script = createScript({ ...statusDifference, permitted: [200] }, trail, change);
  return runAgainst(script ?? '', 'live');
}

describe('a script', () => {
  it('exits with 1 if a status shows the drift and with 0 if it does not, and removes its book', async () => {
    const trail = [createBookExchange, createReadExchange('live')];
    const driftResult = await runAgainst(createScript(statusDifference, trail) ?? '', 'live');
    expect(driftResult.code).toBe(1);
    const calls = driftResult.received.map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(calls).toEqual([
      'POST /v2/distribution/books',
      `GET /v2/distribution/books/${otherId}`,
      `DELETE /v2/distribution/books/${otherId}`,
    ]);
    expect((await runFixed({})).code).toBe(0);
  });

  const history = { value: '', calls: 2, seed: 1, path: '', runs: 1, shrinks: 3 };
  it.each<readonly [string, Partial<Finding>, string]>([
    ['consists of requests of the whole run', { replay: undefined }, 'earlier requests'],
    [
      'did not drift again',
      { counterexample: { ...history, confirmed: { times: 1, shown: 0 } } },
      'time or chance',
    ],
    [
      'was played among other books',
      { counterexample: { ...history, hasOtherBooks: true } },
      'other books',
    ],
  ])('exits with 3 without a drift if its history %s', async (_name, change, need) => {
    const { code, stdout } = await runFixed(change);
    expect(stdout).not.toContain('gone');
    expect(stdout).toMatch(new RegExp(`may depend on .*${need}`));
    expect(code).toBe(3);
  });

  it('decides by the status of an earlier request that the expectation names', async () => {
    const difference = { expected: '422 to POST /books', actual: '201  application/json  {}' };
    const script = createScript(difference, [createBookExchange, createReadExchange('live')]) ?? '';
    expect(script).toContain('status 1\n[ "$status" != 429 ]');
    expect((await runAgainst(script, 'live')).code).toBe(1);
  });

  it('prints both sides and exits with 3 if a person has to compare them', async () => {
    const script =
      createScript(bodyDifference, [createBookExchange, createReadExchange('live')]) ?? '';
    const { code, stdout } = await runAgainst(script, 'live');
    expect(code).toBe(3);
    expect(stdout).toMatch(/^2\. GET .*\n {3}now {7}200 .*"status": "live"/m);
    expect(stdout).toContain('expected  status: "draft"\nrecorded  "live"');
  });

  it('sends the recorded body with a new external id, and a date equally far from today', async () => {
    const script =
      createScript(bodyDifference, [createBookExchange, createReadExchange('live')]) ?? '';
    const { received } = await runAgainst(script, 'live');
    const [, body = ''] = /(\{.*\})/.exec(received[0] ?? '') ?? [];
    expect(body).toMatch(/"externalId":"bookdist-(?!0123abcd)[0-9a-f]{8}-1"/);
    // Recorded on 2026-11-21, so twelve days later.
    const days = [12, 13].map((daysAhead) => new Date(Date.now() + daysAhead * 86_400_000));
    const book: unknown = JSON.parse(body);
    expect(book).toMatchObject({ title: 'It\'s $5 `now` \\ "here"' });
    expect(days.map((day) => day.toISOString().slice(0, 10))).toContainEqual(
      typeof book === 'object' && book !== null ? Reflect.get(book, 'publicationDate') : '',
    );
  });

  it('exits with 2 without a key and without a connection', async () => {
    const script =
      createScript(bodyDifference, [createBookExchange, createReadExchange('live')]) ?? '';
    const file = join(folder, 'drift.sh');
    await writeFile(file, script);
    const envWithoutKey = {
      PATH: '/usr/bin:/bin',
      DISTRIBUTION_URL: 'http://127.0.0.1:1',
      TMPDIR: folder,
    };
    await expect(run('/bin/sh', [file], { env: envWithoutKey })).rejects.toMatchObject({ code: 2 });
    const env = { ...envWithoutKey, DISTRIBUTION_API_KEY: 'a-key' };
    await expect(run('/bin/sh', [file], { env })).rejects.toMatchObject({ code: 2 });
  });

  it('contains no recorded id, and is not written without requests or with an unrecorded upload', () => {
    const script =
      createScript(bodyDifference, [createBookExchange, createReadExchange('live')]) ?? '';
    expect(script).not.toContain('0123abcd');
    expect(script).not.toContain(id);
    const upload = createExchange(2, {
      operation: 'putFile',
      request: createRequest('PUT', '/up', { kind: 'bytes', size: 9000 }),
    });
    expect(createScript(bodyDifference, [createBookExchange, upload])).toBeUndefined();
    expect(createScript(bodyDifference, [])).toBeUndefined();
  });
});

it('escapes characters that a shell would interpret', () => {
  expect(quoteWithVariables('a$b`c"d\\e', [{ text: 'b', variable: 'v' }])).toBe(
    '"a\\$${v}\\`c\\"d\\\\e"',
  );
  expect(formatOctal(Uint8Array.from([0, 37, 255]))).toEqual(["'\\000\\045\\377'"]);
});

it.each([
  ['sequential', '0-10 10-15 15-20', '1, 2, 3'],
  ['overlapping within the resolution of the clock', '0-10 9-14', '1, 2'],
  ['two interleaved branches', '0-20 1-31 21-41 32-52', '1+2, 3+4'],
])('groups requests that overlap with each other: %s', (_what, times, groups) => {
  const trail = times.split(' ').map((time, index) => {
    const [sentAt = 0, answeredAt = 0] = time.split('-').map(Number);
    const exchange = createExchange(index + 1, { request: createRequest('GET', '/books') });
    return { ...exchange, sentAt, answeredAt };
  });
  const found = groupOverlapping(trail).map((group) => group.map(({ number }) => number).join('+'));
  expect(found.join(', ')).toBe(groups);
  expect(isRace(trail)).toBe(groups.includes('+'));
});
