/** Tests that transient failures are not blamed on a service, and that an unusable service ends the run. */
import { beforeEach, expect, it } from 'vitest';
import { type ServedSandbox } from '../../sandbox/index.ts';
import { type CaseBody, check, observe, type Section, section } from '../suite/index.ts';
import type { Network } from '../wire/index.ts';
import type { RunOptions } from './run-options.ts';
import { serveTestSandbox } from '../../../tests/support/fixtures.ts';
import { runOn } from '../../../tests/support/harness/run-on.ts';

let server: ServedSandbox;

beforeEach(async () => {
  server = await serveTestSandbox();
});

interface JudgeOptions extends Partial<RunOptions> {
  /** Runs this suite instead of the one case. */
  readonly suite?: readonly Section[];
}

async function judge(body: CaseBody, { suite, ...options }: JudgeOptions) {
  const requests: string[] = [];
  const { network = fetch } = options;
  const oneCase = [section('One', [check('create.draft', { asks: body })])];
  const outcome = await runOn(server, suite ?? oneCase, {
    concurrency: 1,
    pause: async () => undefined,
    ...options,
    network: async (url, request) => {
      requests.push(`${request.method} ${new URL(url).pathname.replace(/^.*distribution/, '')}`);
      return network(url, request);
    },
  });
  const books = (await server.sandbox.books()).filter(({ deletedAt }) => deletedAt === undefined);
  return { outcome, requests, books };
}

/** Makes the nth matching request fail, before or after the service has carried it out. */
function failOnce(requestPart: string, moment: 'before' | 'after', nth = 1): Network {
  let matchCount = 0;
  return async (url, request) => {
    const shouldFail =
      `${request.method} ${url}`.includes(requestPart) && (matchCount += 1) === nth;
    if (shouldFail && moment === 'before') return new Response('<html>', { status: 503 });
    const response = await fetch(url, request);
    return shouldFail ? new Response('<html>', { status: 502 }) : response;
  };
}

const publishBook: CaseBody = async (t) => {
  const book = await t.make.published('ebook');
  t.expect.accepted(await t.ask.read(book.id));
};

it.each([
  ['GET /books', 'GET http', 'before'],
  ['a create that was done', 'POST http', 'after'],
  ['a create that was not done', 'POST http', 'before'],
  ['the storage, before it keeps the bytes', 'PUT', 'before'],
  ['the storage, after it kept the bytes', 'PUT', 'after'],
  ['an attach that was done', '/attach', 'after'],
  ['a publish that was done', '/publish', 'after'],
  ['a publish that was not done', '/publish', 'before'],
] as const)(
  '%s may fail once: the case conforms, no other drift appears, and no book remains',
  async (_what, requestPart, moment) => {
    const { outcome, books } = await judge(publishBook, {
      network: failOnce(requestPart, moment, 2),
    });
    const [finding] = outcome.findings.filter(({ source }) => source === 'case');
    expect([finding?.verdict, finding?.reason]).toEqual(['conforms', undefined]);
    const drifts = outcome.findings.filter(({ verdict }) => verdict === 'drifts');
    expect(drifts.every(({ requirement }) => requirement === 'errors.no-5xx')).toBe(true);
    expect([outcome.leftovers, books]).toEqual([[], []]);
  },
);

const createTwoBooks: CaseBody = async (t) => {
  await t.make.draft('ebook');
  await t.make.draft('ebook');
};

it.each([
  // After a 500, the run also asks whether the service responds to another request.
  [500, '5xx in 1 of 10 calls, 10.0 %: 500 (1)'],
  [502, '5xx in 1 of 9 calls, 11.1 %: 502 (1)'],
])('reports a %d with its rate, under errors.no-5xx alone', async (status, actual) => {
  let creates = 0;
  const network: Network = async (url, request) => {
    const isSecond = request.method === 'POST' && (creates += 1) === 2;
    return isSecond ? Response.json({ message: 'broken' }, { status }) : fetch(url, request);
  };
  const { outcome } = await judge(createTwoBooks, { network });
  const drifts = outcome.findings.filter(({ verdict }) => verdict === 'drifts');
  expect(drifts.map(({ requirement, difference }) => [requirement, difference?.actual])).toEqual([
    ['errors.no-5xx', actual],
  ]);
});

it('reports the requirements of a valid call that keeps failing, and sends later calls of its operation only once', async () => {
  const network: Network = async (url, request) =>
    request.method === 'PATCH' ? Response.json({}, { status: 500 }) : fetch(url, request);
  const { outcome, requests } = await judge(
    async (t) => {
      const { id } = await t.make.draft('ebook');
      await t.ask.update(id, { title: 'Other' });
      await t.ask.update(id, { title: 'Third' });
    },
    { network },
  );
  const drifts = outcome.findings.filter(({ verdict }) => verdict === 'drifts');
  expect(new Set(drifts.map(({ requirement }) => requirement))).toEqual(
    new Set(['errors.no-5xx', 'update.answers-200', 'update.changes-values']),
  );
  expect(requests.filter((line) => line.startsWith('PATCH')).length).toBe(6);
});

it('does not remove a book of the case when a failed create repeats its external id', async () => {
  const { outcome, books } = await judge(
    async (t) => {
      const { id, externalId } = await t.make.draft('ebook');
      await t.ask.create(t.make.body('ebook', { externalId }));
      t.expect.accepted(await t.ask.read(id));
    },
    { network: failOnce('POST http', 'after', 2) },
  );
  const [finding] = outcome.findings.filter(({ source }) => source === 'case');
  expect([finding?.verdict, finding?.reason]).toEqual(['conforms', undefined]);
  expect([outcome.leftovers, books]).toEqual([[], []]);
});

it('leaves an observation unproven if the 404 is for a book that no longer exists', async () => {
  const look = observe('upload.required', async (t) => {
    const { id } = await t.make.draft('ebook');
    const headers = { apikey: server.key, 'content-type': 'application/json' };
    const url = `${server.url}/v2/distribution/books/${id}`;
    await fetch(url, { method: 'DELETE', headers, body: '{}' });
    const descriptor = {
      referenceId: 'one',
      role: 'ebook_cover',
      filename: 'cover.jpg',
      hashSha256: '0'.repeat(64),
    } as const;
    return String((await t.ask.requestUploads(id, [descriptor])).response.status);
  });
  const { outcome } = await judge(publishBook, { suite: [section('One', [look])] });
  const [finding] = outcome.findings.filter(({ source }) => source === 'observation');
  expect(finding).toMatchObject({ verdict: 'unproven' });
  expect(finding?.reason).toContain('no longer exists');
  expect(outcome.answers.filter(({ silence }) => silence === 'upload.required')).toEqual([]);
});

it('finds no drift but the 5xx if a create fails after a refused create with the same external id', async () => {
  const { outcome } = await judge(
    async (t) => {
      const json = t.make.body('ebook');
      await t.wire({ method: 'POST', path: '/books', json, key: 'another' });
      t.expect.accepted(await t.ask.create(json));
    },
    { network: failOnce('POST http', 'after', 2) },
  );
  const drifts = outcome.findings.filter(({ verdict }) => verdict === 'drifts');
  expect(drifts.map(({ requirement }) => requirement)).toEqual(['errors.no-5xx']);
});

it('reports a drift even if a create failed transiently before', async () => {
  const network = failOnce('POST http', 'after');
  const { outcome } = await judge(
    async (t) => {
      const { id } = await t.make.draft('ebook');
      t.expect.status(await t.ask.read(id), 418);
    },
    { network },
  );
  const [finding] = outcome.findings.filter(({ source }) => source === 'case');
  expect(finding?.verdict).toBe('drifts');
});

it('leaves a case unproven if all its uploads fail, and continues', async () => {
  const network: Network = async (url, request) =>
    request.method === 'PUT' ? new Response('', { status: 503 }) : fetch(url, request);
  const { outcome } = await judge(publishBook, { network });
  const [finding] = outcome.findings.filter(({ source }) => source === 'case');
  expect(finding).toMatchObject({ verdict: 'unproven' });
  expect(finding?.reason).toMatch(/failed transiently \d+ times: 503$/);
  expect(outcome.stopped).toBeUndefined();
});

it.each([
  ['a web page', new Response('<html>Sign in', { headers: { 'content-type': 'text/html' } })],
  ['other JSON', Response.json({ status: 'ok' })],
  ['a redirect', new Response(null, { status: 302, headers: { location: 'https://a.invalid' } })],
  ['a refusal', Response.json({ message: 'no' }, { status: 403 })],
])('ends immediately if the first response is %s', async (_what, response) => {
  const network: Network = async () => response.clone();
  const { outcome, requests } = await judge(publishBook, { network });
  expect(outcome).toMatchObject({ stopped: 'not the service', findings: [] });
  expect(outcome.stoppedBecause).toMatch(
    /was answered with \d{3}.*, not with a list of books\. [A-Z]/,
  );
  expect(requests.length).toBe(2);
});

it('ends without a drift when the service no longer accepts the key', async () => {
  let count = 0;
  const network: Network = async (url, request) => {
    count += 1;
    return count > 3 ? Response.json({ message: 'no' }, { status: 401 }) : fetch(url, request);
  };
  const { outcome } = await judge(
    async (t) => {
      for (let time = 0; time < 30; time += 1) {
        await t.ask.list();
        await t.ask.lookUp('nothing');
      }
      t.expect.status(await t.ask.list(), 200);
    },
    { network },
  );
  expect(outcome.stopped).toBe('key refused');
  expect(outcome.findings.filter(({ verdict }) => verdict === 'drifts')).toEqual([]);
});

it('ends when its time is over, even while it waits for a response', async () => {
  const network: Network = async (url, request) => {
    if (request.method === 'GET') return fetch(url, request);
    return new Promise((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  const { outcome } = await judge(publishBook, { network, maxTime: 300 });
  expect(outcome.stopped).toBe('out of time');
  expect(outcome.took).toBeLessThan(5_000);
});

it('finds and removes the book of a create without a response by one read of the list', async () => {
  let creates = 0;
  const network: Network = async (url, request) => {
    const response = await fetch(url, request);
    if (request.method !== 'POST' || (creates += 1) > 1) return response;
    throw new Error('socket hang up');
  };
  const { outcome, requests, books } = await judge(
    async (t) => {
      const { externalId: _none, ...body } = t.make.body('ebook');
      t.expect.accepted(await t.ask.create(body));
    },
    { network },
  );
  expect([outcome.leftovers, books]).toEqual([[], []]);
  expect(requests.filter((line) => line === 'GET /books').length).toBe(2);
});
