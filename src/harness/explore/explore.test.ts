/** Tests that exploring accuses no correct service, leaves no books, keeps to its consent, repeats itself, and which mistakes it tries. */
import { expect, it, test } from 'vitest';
import type { Exchange } from '../evidence/index.ts';
import type { RunOptions } from '../run/index.ts';
import { type Fault, faults } from '../../faults/index.ts';
import { runOnOwnSandbox } from '../../../tests/support/own-runs/run-on-own-sandbox.ts';
import { readFields } from '../../contract/fields.ts';
import { formats } from '../arbitraries/index.ts';
import { createNovelty } from './novelty.ts';
import { drawBodyVariation, drawField, drawParameter } from './draw-values.ts';
import { createDraw } from './draw.ts';

interface Settings extends Pick<RunOptions, 'seed' | 'novelty'> {
  readonly requests: number;
  readonly allow?: RunOptions['allow'];
}

async function explore(settings: Settings) {
  const exchanges: Exchange[] = [];
  const { requests, ...others } = settings;
  const outcome = await runOnOwnSandbox([], {
    ...others,
    runs: 1,
    explore: { requests },
    sandbox: {},
    knows: true,
    isFrozen: true,
    onEvent: (event) => {
      if (event.type === 'exchanged') exchanges.push(event.exchange);
    },
  });
  return { outcome, exchanges };
}

const ids = /[0-9a-f]{8}-[0-9a-f-]{27}|bookdist[- ][0-9a-f]+[- ]\d*/gi;

test('explores every operation without a drift, removes its books, and repeats itself with the same seed', async () => {
  const [first, second] = [
    await explore({ seed: 5, requests: 150 }),
    await explore({ seed: 5, requests: 150 }),
  ];
  const { findings, leftovers } = first.outcome;
  expect(findings.filter(({ verdict }) => verdict === 'drifts')).toEqual([]);
  expect(leftovers).toEqual([]);
  const operations = new Set(first.exchanges.map(({ operation }) => operation));
  expect(operations.size).toBe(11);
  const listCalls = (exchanges: readonly Exchange[]): readonly string[] =>
    exchanges.map(({ request }) => `${request.method} ${request.path.replaceAll(ids, 'ID')}`);
  expect(listCalls(second.exchanges)).toEqual(listCalls(first.exchanges));
});

test('only reads without further consent', async () => {
  const { exchanges } = await explore({ seed: 1, requests: 30, allow: new Set(['read']) });
  expect(exchanges.length).toBeGreaterThan(20);
  expect(exchanges.filter(({ request }) => request.method !== 'GET')).toEqual([]);
});

test('looks elsewhere than the run before it', async () => {
  const novelty = createNovelty();
  await explore({ seed: 5, requests: 120, novelty });
  const judged = novelty.judged();
  const next = createNovelty(judged);
  await explore({ seed: 5, requests: 120, novelty: next });
  // Without the earlier situations, the same seed would reach the same ones.
  expect(next.size()).toBeGreaterThan(1.2 * novelty.size());
  expect(createNovelty(judged).judged()).toEqual(judged);
});

/** A lookup finds a book whose external id only begins with the requested one. */
const findsByPrefix: Fault = {
  name: 'lookup-by-prefix',
  breaks: ['lookup.unknown-422'],
  description: 'A lookup searches.',
  override: ({ store }) => ({
    store: {
      findByExternalId: async (account, externalId, rule) => {
        const exact = await store.findByExternalId(account, externalId, rule);
        if (exact.length > 0) return exact;
        const books = await store.readAllBooks();
        return books.filter(
          (book) =>
            book.account === account &&
            book.deletedAt === undefined &&
            book.externalId?.startsWith(externalId) === true,
        );
      },
    },
  }),
};

/** A lookup does not find a book whose external id must be encoded in the path. */
const findsOnlyAscii: Fault = {
  name: 'lookup-without-decoding',
  breaks: ['lookup.answers-200'],
  description: 'A lookup does not decode the path.',
  override: ({ store }) => ({
    store: {
      findByExternalId: async (account, externalId, rule) =>
        encodeURIComponent(externalId) === externalId
          ? store.findByExternalId(account, externalId, rule)
          : [],
    },
  }),
};

const plain = { seed: 17, runs: 1, isFrozen: true, knows: true } as const;
const withFault = { faults: faults.filter(({ name }) => name === 'isbn-checksum-ignored') };

test('shows a drift with a short history, which can be replayed and is remembered until it passes', async () => {
  const explored = await runOnOwnSandbox([], {
    ...plain,
    explore: { requests: 200 },
    sandbox: withFault,
  });
  const found = explored.findings.find(({ counterexample }) => counterexample !== undefined);
  expect(found?.requirement).toMatch(/^isbn\./);
  expect(found?.trail?.length).toBeLessThan(4);
  expect(found?.counterexample?.calls).toBe(found?.trail?.length);
  expect(found?.counterexample?.confirmed).toEqual({ times: 1, shown: 1 });
  expect(explored.leftovers).toEqual([]);
  const replay = found?.replay;
  if (replay?.history === undefined) throw new Error('The drift has no history to replay.');
  const remembered = [{ requirement: replay.requirement, history: replay.history }];
  const playAgain = async (settings: object, sandbox: object) => {
    const { findings } = await runOnOwnSandbox([], { ...plain, ...settings, sandbox });
    return findings.filter(({ counterexample }) => counterexample !== undefined);
  };
  for (const settings of [{ replay }, { remembered }]) {
    const [again] = await playAgain(settings, withFault);
    expect(again?.replay).toEqual({ ...replay, seed: plain.seed });
    expect(again?.requestsInRun).toBeLessThan(50);
    expect(await playAgain(settings, {})).toEqual([]);
  }
});

test('keeps the create of the book that a lookup finds, although the run has other such books', async () => {
  const searching = { faults: [findsByPrefix] };
  const settings = { runs: 1, isFrozen: true, knows: true } as const;
  const { findings, leftovers } = await runOnOwnSandbox([], {
    ...settings,
    seed: 2,
    explore: { requests: 600 },
    sandbox: searching,
  });
  expect(leftovers).toEqual([]);
  const found = findings.find(({ counterexample }) => counterexample !== undefined);
  expect(found?.trail?.map(({ operation }) => operation)).toEqual(['createBook', 'lookUpBook']);
  const replayAlone = async (sandbox: object) => {
    const outcome = await runOnOwnSandbox([], {
      ...settings,
      seed: 2,
      replay: found?.replay,
      sandbox,
    });
    return outcome.findings.filter(({ verdict }) => verdict === 'drifts');
  };
  expect(await replayAlone(searching)).not.toEqual([]);
  expect(await replayAlone({})).toEqual([]);
});

test('looks up external ids that must be encoded', async () => {
  const { findings } = await runOnOwnSandbox([], {
    ...plain,
    seed: 8,
    explore: { requests: 300 },
    sandbox: { faults: [findsOnlyAscii] },
  });
  const drifts = findings.filter(({ verdict }) => verdict === 'drifts');
  expect(drifts.map(({ requirement }) => requirement)).toContain('lookup.answers-200');
});

/** Draws until each kind of mistake was drawn once, and some of them again. */
function listKinds(drawKind: (isUsed: (kind: string) => boolean) => string | undefined) {
  const kinds = new Set<string>();
  for (let turn = 0; turn < 150; turn += 1) kinds.add(drawKind((kind) => kinds.has(kind)) ?? '');
  return kinds;
}

it('leaves out each required property of a new book', () => {
  const draw = createDraw(1);
  const kinds = formats.flatMap((format) => [
    ...listKinds((isUsed) => {
      const query = { operation: 'createBook', format, isRefused: true } as const;
      return drawBodyVariation(query, { draw, isUsed: (_operation, kind) => isUsed(kind) })
        ?.kinds[0];
    }),
  ]);
  const required = readFields().create.required.map((name) => `refused ${name} left out`);
  expect(kinds).toEqual(expect.arrayContaining(required));
});

it('draws page sizes just outside the limits', () => {
  const draw = createDraw(1);
  const kinds = listKinds((isUsed) => {
    const scene = {
      draw,
      isUsed: (_operation: string, kind: string) => isUsed(kind.replace('perPage ', '')),
    };
    return drawParameter('perPage', true, scene)?.kinds[0];
  });
  const limits = ['minimum', 'maximum'].map((limit) => `refused just outside the ${limit}`);
  expect([...kinds]).toEqual(expect.arrayContaining(limits));
});

it('prefers the classes of a value that no call with the format had', () => {
  const draw = createDraw(1);
  const unused = 'edge publicationDate a leap day';
  const owner = { draw, operation: 'updateBook', format: 'print', number: 1 } as const;
  const isUsed = (_operation: string, kind: string, format?: string) =>
    kind !== unused || format === undefined;
  const kinds = Array.from(
    { length: 50 },
    () => drawField('publicationDate', { ...owner, isUsed }).kinds[0] ?? '',
  );
  // The others are days on which publishing depends.
  const edges = kinds.filter((kind) => kind.startsWith('edge '));
  expect(new Set(edges)).toEqual(new Set([unused]));
});
