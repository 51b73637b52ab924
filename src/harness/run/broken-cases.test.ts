/** Tests the verdicts of single cases: a broken case is errored and never conforms. */
import { describe, expect, it } from 'vitest';
import { type CaseBody, check, section } from '../suite/index.ts';
import type { Consent, Finding } from '../evidence/index.ts';
import { serveTestSandbox } from '../../../tests/support/fixtures.ts';
import { runOn } from '../../../tests/support/harness/run-on.ts';

const allConsents: readonly Consent[] = ['read', 'write', 'publish', 'delete'];
const server = await serveTestSandbox();

interface CaseOptions {
  readonly allow?: readonly Consent[];
  readonly network?: typeof fetch;
}

/** Runs one case and returns its finding, with the requests that were sent. */
async function runCase(ask: CaseBody, { allow = allConsents, network = fetch }: CaseOptions = {}) {
  const requests: string[] = [];
  const suite = [section('One', [check('read.answers-200', { 'one case': ask })])];
  const outcome = await runOn(server, suite, {
    allow: new Set(allow),
    runs: 5,
    concurrency: 2,
    network: async (url, request) => {
      requests.push(`${request.method} ${new URL(url).pathname}`);
      return network(url, request);
    },
  });
  const finding: Finding | undefined = outcome.findings.find(({ source }) => source === 'case');
  return { verdict: finding?.verdict, reason: finding?.reason ?? '', sent: requests, outcome };
}

describe('is errored', () => {
  const brokenCases: readonly (readonly [string, string, CaseBody])[] = [
    [
      'a case that throws something else',
      'no such thing',
      async () => {
        throw new TypeError('no such thing');
      },
    ],
    ['a case that asserts nothing', 'asserted nothing', async () => undefined],
    [
      'a case that swallows a failed assertion',
      'swallowed a failed assertion',
      async (t) => {
        const response = await t.ask.list();
        try {
          t.expect.status(response, 418);
        } catch {
          t.expect.accepted(response);
        }
      },
    ],
    [
      'a case that changes a book it did not make',
      'did not create',
      async (t) => {
        const foreignId = '00000000-0000-4000-8000-000000000001';
        t.expect.status(await t.ask.update(foreignId, { title: 'Mine now' }), 404);
      },
    ],
    [
      'a case that sends bytes to an address without a grant',
      'no grant contained',
      async (t) => {
        const url = 'http://127.0.0.1:9/elsewhere';
        t.expect.accepted(await t.ask.put(url, new Uint8Array(1), 'audio/mpeg'));
      },
    ],
  ];

  it.each(brokenCases)('%s', async (_name, reason, ask) => {
    const { verdict, reason: actual, sent } = await runCase(ask);
    expect([verdict, actual]).toEqual(['errored', expect.stringContaining(reason)]);
    expect(sent.filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  it('a case that ends with a call in flight, because an await is missing', async () => {
    const { verdict, reason } = await runCase(async (t) => {
      t.expect.accepted(await t.ask.list());
      // oxlint-disable-next-line typescript/no-floating-promises -- the mistake that is tested
      t.ask.list();
    });
    expect([verdict, reason]).toEqual(['errored', expect.stringContaining('an await is missing')]);
  });

  it('an assertion without an await, as a separate finding', async () => {
    const { outcome } = await runCase(async (t) => {
      t.expect.accepted(await t.ask.list());
      // oxlint-disable-next-line typescript/no-floating-promises -- the mistake that is tested
      (async () => {
        const response = await t.ask.list();
        t.expect.status(response, 418);
      })();
    });
    expect(outcome.findings.map(({ verdict }) => verdict)).toContain('errored');
    expect(outcome.findings.map(({ verdict }) => verdict)).not.toContain('drifts');
  });
});

describe('is unproven', () => {
  it('a case without the consent it needs, and none of its requests is sent', async () => {
    const { verdict, reason, sent } = await runCase(
      async (t) => {
        t.expect.accepted(await t.ask.publish(t.make.unknownId()));
      },
      { allow: ['read', 'write', 'delete'] },
    );
    expect([verdict, reason]).toEqual(['unproven', 'needs --allow read,write,publish,delete']);
    expect(sent.filter((call) => call.includes('publish'))).toEqual([]);
  });

  it('a case whose requests get only 429, after five attempts', async () => {
    let requestCount = 0;
    const { verdict, reason } = await runCase(
      async (t) => {
        t.expect.status(await t.ask.read(t.make.unknownId()), 404);
      },
      {
        network: async (input, init) => {
          requestCount += 1;
          if (new Request(input, init).url.includes('perPage')) return fetch(input, init);
          return new Response(null, { status: 429, headers: { 'retry-after': '0' } });
        },
      },
    );
    expect([verdict, reason]).toEqual([
      'unproven',
      expect.stringContaining('failed transiently 5 times: 429'),
    ]);
    expect(requestCount).toBeLessThan(10);
  });
});

describe('conforms', () => {
  it('a case whose assertions hold, and its books are removed afterwards', async () => {
    const { verdict } = await runCase(async (t) => {
      const { id } = await t.make.draft('ebook');
      t.expect.accepted(await t.ask.read(id));
      t.expect.status(await t.ask.read(t.make.unknownId()), 404);
    });
    expect(verdict).toBe('conforms');
    const headers = { apikey: server.key };
    const list = await fetch(`${server.url}/v2/distribution/books`, { headers });
    expect(await list.text()).toContain('"total":0');
  });
});

it('drifts if the service contradicts the requirement, and shows the requests before it', async () => {
  const { outcome } = await runCase(async (t) => {
    const { id } = await t.make.draft('ebook');
    t.expect.status(await t.ask.read(id), 418);
  });
  const [drift] = outcome.findings.filter(({ verdict }) => verdict === 'drifts');
  expect(drift?.difference).toMatchObject({ permitted: [418] });
  expect(drift?.trail?.map(({ operation }) => operation)).toEqual(['createBook', 'readBook']);
  expect(drift?.exchange?.request.headers['apikey']).toBe('***');
  expect(JSON.stringify(outcome)).not.toContain(server.key);
});
