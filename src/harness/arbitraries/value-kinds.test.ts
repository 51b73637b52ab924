/**
 * Tests the kinds of generated requests against the monitor, whose expectations are written independently, and against
 * our sandbox: every edge is accepted, and every refused value is refused for the named requirement and nothing else.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../contract/operations.ts';
import { createWorld, observe, type ObservedExchange, type World } from '../../monitor/index.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { createClock } from '../../sandbox/replaceable-parts/index.ts';
import { buildExchange } from '../../../tests/support/monitor/histories.ts';
import { createTestClient } from '../../../tests/support/sandbox/test-client.ts';
import { propertyRuns } from '../../../tests/support/sample.ts';
import { readFields } from '../../contract/fields.ts';
import {
  addOptional,
  createBookBody,
  createDescriptor,
  createSampleFile,
  drawVariation,
  type BookCreate,
  type Format,
  formats,
  type ValueKind,
  listParameterVariations,
  requiredRoles,
  type Variation,
} from './index.ts';

const clock = createClock();
const today = new Date(clock.now()).toISOString().slice(0, 10);

let lastBook = 0;

/** Returns the body of a book that shares no title, external id or ISBN with another. */
function createNextBody(format: Format): BookCreate {
  lastBook += 1;
  return createBookBody(format, { run: 'kinds', n: lastBook, variant: lastBook });
}

/** A service with a book of each format, and what the monitor knows of it. */
interface Scene {
  readonly send: (method: string, path: string, json: unknown) => Promise<ObservedExchange>;
  readonly books: Readonly<Record<Format, { readonly id: string; readonly tracks: string[] }>>;
  readonly world: World;
}

async function createScene(): Promise<Scene> {
  const sandbox = await createSandbox({ clock });
  const client = createTestClient(sandbox);
  let world = createWorld({ startsEmpty: true });
  let number = 0;
  const send: Scene['send'] = async (method, path, json) => {
    const { status, body } = await client.send(method, path, json);
    const details = { json, status, body, sentAt: clock.now() };
    return addDate(buildExchange(method, path, details));
  };
  const note = async (method: string, path: string, json: unknown): Promise<unknown> => {
    const exchange = await send(method, path, json);
    number += 1;
    world = observe(world, { ...exchange, number }).world;
    return exchange.response?.body;
  };
  const addBook = async (format: Format) => {
    const created = await note('POST', '/books', createNextBody(format));
    const id = /"(?:bookId|id)":"([^"]+)"/.exec(JSON.stringify(created))?.[1] ?? '';
    await note('GET', `/books/${id}`, undefined);
    return { id, tracks: [] };
  };
  const books = {
    ebook: await addBook('ebook'),
    print: await addBook('print'),
    audio: await addBook('audio'),
  };
  return { send, books, world };
}

function addDate(exchange: Omit<ObservedExchange, 'number'>): ObservedExchange {
  const headers = { ...exchange.response?.headers, date: new Date(clock.now()).toUTCString() };
  const { response } = exchange;
  return { ...exchange, number: 0, response: response && { ...response, headers } };
}

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});

interface Request {
  readonly method: string;
  readonly path: string;
  readonly json?: unknown;
}

/** Asks the monitor before the request is sent, and then the sandbox. */
async function expectKind({ kind, requirement, ...variation }: Variation, request: Request) {
  const { method, path, json } = request;
  const exchange = await scene.send(method, path, json);
  const asked = observe(scene.world, {
    ...exchange,
    number: (scene.world.lastExchangeNumber ?? 0) + 1,
  }).request;
  const seen = {
    validity: asked?.validity,
    mayBeRefusedAnyway: asked?.mayBeRefusedAnyway,
    refusals: [...new Set(asked?.refusals)].filter((id) => id !== 'list.invalid-query-400'),
    isAccepted: (exchange.response?.status ?? 0) < 300,
  };
  const isRefused = kind === 'refused';
  expect({ ...seen, variation, request }).toEqual({
    validity: isRefused ? 'must-be-refused' : 'must-be-accepted',
    mayBeRefusedAnyway: false,
    refusals: isRefused ? [requirement] : [],
    isAccepted: !isRefused,
    variation,
    request,
  });
}

const kinds: readonly ValueKind[] = ['edge', 'refused'];
const runs = propertyRuns(20, 2000);

const cases = formats.flatMap((format) => kinds.map((kind) => ({ format, kind })));

const usedIds = new Set<unknown>();

/** Draws a body with or without all optional properties. */
function drawBook(format: Format): fc.Arbitrary<BookCreate> {
  return fc.boolean().map((isFull) => {
    const body = createNextBody(format);
    return isFull ? addOptional('createBook', body, { except: ['isbn', 'audioDetails'] }) : body;
  });
}

/** Draws one to three fields of a book. */
function drawUpdate(format: Format): fc.Arbitrary<unknown> {
  return drawBook(format).chain(({ format: _fixed, externalId: _same, ...fields }) =>
    fc
      .subarray(Object.entries({ ...fields, isFinalVersion: true }), { minLength: 1, maxLength: 3 })
      .map((entries) => Object.fromEntries<unknown>(entries)),
  );
}

describe.each(cases)('$kind values for an $format book', ({ format, kind }) => {
  const draw = (operation: OperationId, bodies: fc.Arbitrary<unknown>) =>
    bodies.chain((body) =>
      drawVariation(operation, body, { kinds: [kind], format, today, tracks: [] }),
    );

  it('in creates', async () => {
    const property = fc.asyncProperty(draw('createBook', drawBook(format)), async (variation) => {
      // The document does not say whether two books may have the same id or number.
      const isMark = ['externalId', 'isbn'].includes(String(variation.path[0]));
      fc.pre(!isMark || kind === 'refused' || !usedIds.has(variation.part));
      usedIds.add(variation.part);
      await expectKind(variation, { method: 'POST', path: '/books', json: variation.value });
    });
    await fc.assert(property, runs);
  });

  it('in updates', async () => {
    const property = fc.asyncProperty(draw('updateBook', drawUpdate(format)), async (variation) => {
      const path = `/books/${scene.books[format].id}`;
      await expectKind(variation, { method: 'PATCH', path, json: variation.value });
    });
    await fc.assert(property, runs);
  });

  it('in upload requests', async () => {
    const files = requiredRoles[format].map((role) =>
      createDescriptor(createSampleFile(role, 'kinds'), `file ${role}`),
    );
    const bodies = fc.constant(files);
    const property = fc.asyncProperty(draw('requestUploads', bodies), async (variation) => {
      const path = `/books/${scene.books[format].id}/upload`;
      await expectKind(variation, { method: 'POST', path, json: variation.value });
    });
    await fc.assert(property, runs);
  });
});

it.each(
  readFields().listParameters.flatMap(({ name }) => {
    const found = new Set(listParameterVariations(name).map(({ kind }) => kind));
    return kinds.filter((kind) => found.has(kind)).map((kind) => ({ name, kind }));
  }),
)('$kind values of the parameter $name', async ({ name, kind }) => {
  const variations = listParameterVariations(name).filter(
    (variation) => variation.kind === kind && variation.reasons !== 'several',
  );
  const property = fc.asyncProperty(fc.constantFrom(...variations), async (variation) => {
    const query = new URLSearchParams({ [name]: String(variation.value) }).toString();
    await expectKind(variation, { method: 'GET', path: `/books?${query}` });
  });
  await fc.assert(property, runs);
});
