/** The operations of the control API. The request bodies were already checked against the document of that API. */
import { listReadings } from '../../contract/requirements.ts';
import type { ChaosSettings } from '../chaos.ts';
import { checkReady } from '../http/index.ts';
import { Refusal, settableIds } from '../readings/index.ts';
import type { NamedBehaviour } from '../build-parts.ts';
import type { Sandbox } from '../sandbox.ts';
import type { RequestLog } from './request-log.ts';
import type { Book } from '../book/index.ts';

export interface ControlTools {
  readonly sandbox: Sandbox;
  readonly log: RequestLog;
  /** Finds faults by their names; throws if a name is unknown. */
  readonly findFaults: (names: readonly string[]) => NonNullable<NamedBehaviour['faults']>;
  /** The names of all faults. */
  readonly faultNames: readonly string[];
}

interface ControlCall {
  readonly param: (name: string) => string;
  readonly query: (name: string) => string | undefined;
  /** The body, which matches the document of the control API. */
  readonly body: unknown;
  readonly lines: () => AsyncIterable<string>;
}

type ControlOperation = (call: ControlCall, tools: ControlTools) => Promise<Response>;

export const controlOperations: Readonly<Record<string, ControlOperation>> = {
  readState: async (_call, tools) => Response.json(await readState(tools)),
  listChoices: async (_call, { faultNames }) =>
    Response.json({ readings: describeReadings(), faults: faultNames }),
  pageBooks: async ({ query }, { sandbox }) => Response.json(await pageBooks(query, sandbox)),
  listRequests: async (_call, { log }) => Response.json(log.latest()),
  reset: async (_call, { sandbox, log }) => {
    await sandbox.reset();
    log.clear();
    return createEmptyResponse();
  },
  seed: async ({ body }, { sandbox }) => {
    const { count, seed = 1 } = getControlBody('seed', body);
    return Response.json({ books: await rejectWith(409, sandbox.seed({ count, seed })) });
  },
  exportBooks: async (_call, { sandbox }) =>
    new Response(toStream(sandbox.exportBooks()), {
      headers: { 'content-type': 'application/jsonl' },
    }),
  importBooks: async ({ lines }, { sandbox }) =>
    Response.json({ books: await rejectWith(400, sandbox.importBooks(lines())) }),
  readClock: async (_call, tools) => Response.json(describeClock(tools)),
  setClock: async ({ body }, tools) => {
    const { now, frozen } = getControlBody('setClock', body);
    const { clock } = tools.sandbox;
    // Freezes first, so that no time passes between the two changes.
    if (frozen === true) clock.freeze();
    if (now !== undefined) clock.set(Date.parse(now));
    if (frozen === false) clock.resume();
    return Response.json(describeClock(tools));
  },
  advanceClock: async ({ body }, tools) => {
    tools.sandbox.clock.advance(getControlBody('advanceClock', body).milliseconds);
    return Response.json(describeClock(tools));
  },
  settleReview: async ({ param, body }, { sandbox }) => {
    const { status } = getControlBody('settleReview', body);
    await sandbox.settle(param('bookId'), status).catch((error: unknown) => {
      throw error instanceof Refusal ? new ControlError(404, 'There is no such book.') : error;
    });
    return createEmptyResponse();
  },
  readChaos: async (_call, { sandbox }) => Response.json(sandbox.parts.chaos.settings()),
  setChaos: async ({ body }, { sandbox }) => {
    const { chaos } = sandbox.parts;
    chaos.set({ seed: 1, ...getControlBody('setChaos', body) });
    return Response.json(chaos.settings());
  },
  setBehaviour: async ({ param, body }, { sandbox, findFaults }) => {
    const nameOrId = param('account');
    const account = sandbox.accounts.find(({ id, name }) => id === nameOrId || name === nameOrId);
    if (account === undefined) throw new ControlError(404, `There is no account ${nameOrId}.`);
    const { readings = {}, faults = [] } = getControlBody('setBehaviour', body);
    const change = async () => sandbox.behave(account.id, { readings, faults: findFaults(faults) });
    await rejectWith(400, change());
    return createEmptyResponse();
  },
  readHealth: async () => Response.json({ status: 'ok' }),
  readReadiness: async (_call, { sandbox }) => {
    await rejectWith(503, checkReady(sandbox.parts));
    return Response.json({ status: 'ready' });
  },
  readMetrics: async (_call, { log }) =>
    new Response(log.metrics(), { headers: { 'content-type': 'text/plain; version=0.0.4' } }),
};

function describeReadings(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(settableIds.map((id) => [id, listReadings(id)]));
}

async function readState({ sandbox }: ControlTools): Promise<SandboxState> {
  const { parts } = sandbox;
  const accounts = sandbox.accounts.map(async ({ id, name }) => {
    const behaviour = sandbox.behaviour(id);
    return {
      id,
      name,
      books: await parts.store.countBooks(id),
      readings: behaviour?.readings ?? {},
      faults: (behaviour?.faults ?? []).map((fault) => fault.name),
    };
  });
  return {
    accounts: await Promise.all(accounts),
    readings: sandbox.readings,
    clock: describeClock({ sandbox }),
    chaos: parts.chaos.settings(),
  };
}

function describeClock({ sandbox: { clock } }: Pick<ControlTools, 'sandbox'>): SandboxClock {
  return { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen() };
}

function createEmptyResponse(): Response {
  return new Response(null, { status: 204 });
}

/** Returns the result of a task. If the task fails, rejects with a ControlError of the given status. */
async function rejectWith<T>(status: number, task: Promise<T>): Promise<T> {
  return task.catch((error: unknown) => {
    throw new ControlError(status, error instanceof Error ? error.message : String(error));
  });
}

export interface SandboxClock {
  /** ISO 8601. */
  readonly now: string;
  readonly frozen: boolean;
}

export interface AccountBehaviour {
  readonly readings?: Readonly<Record<string, string>>;
  /** The names of faults. */
  readonly faults?: readonly string[];
}

export interface SandboxState {
  readonly accounts: readonly (Required<AccountBehaviour> & {
    readonly id: string;
    readonly name: string;
    readonly books: number;
  })[];
  readonly readings: Readonly<Record<string, string>>;
  readonly clock: SandboxClock;
  readonly chaos: ChaosSettings;
}

interface ControlBodies {
  readonly seed: { readonly count: number; readonly seed?: number };
  readonly setClock: Partial<SandboxClock>;
  readonly advanceClock: { readonly milliseconds: number };
  readonly settleReview: { readonly status?: string };
  readonly setChaos: Pick<ChaosSettings, 'rules'> & Partial<ChaosSettings>;
  readonly setBehaviour: AccountBehaviour;
}

function getControlBody<Name extends keyof ControlBodies>(_name: Name, body: unknown) {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked against the document of the control API
  return body as ControlBodies[Name];
}

function toStream(lines: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = lines[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
}

const maxPageSize = 200;

async function pageBooks(query: (name: string) => string | undefined, sandbox: Sandbox) {
  const limit = parseWholeNumber(query('limit') ?? '50', 'limit');
  if (limit < 1 || limit > maxPageSize)
    throw new ControlError(400, `limit must be from 1 to ${maxPageSize}, not ${limit}.`);
  const before = parseWholeNumber(query('before') ?? String(Number.MAX_SAFE_INTEGER), 'before');
  const term = query('find')?.trim() ?? '';
  if (term !== '') return { books: (await findBooks(term, sandbox)).slice(0, limit) };
  const books = await sandbox.parts.store.listBooksBefore(before, limit);
  const last = books.at(-1);
  return last === undefined || books.length < limit ? { books } : { books, next: last.sequence };
}

function parseWholeNumber(text: string, name: string): number {
  if (!/^\d{1,16}$/.test(text)) throw new ControlError(400, `${name} must be a whole number.`);
  return Number(text);
}

async function findBooks(term: string, { accounts, parts }: Sandbox): Promise<Book[]> {
  const { store } = parts;
  const bookLists = await Promise.all([
    store.readBook(term).then((book) => (book === undefined ? [] : [book])),
    ...accounts.map(({ id }) =>
      store.findByExternalId(id, term, {
        ignoresCase: true,
        visibleUntil: Number.MAX_SAFE_INTEGER,
      }),
    ),
    ...accounts.map(({ id }) => store.findByTitle(id, term)),
  ]);
  return [...new Map(bookLists.flat().map((book) => [book.id, book])).values()];
}

/** Ends a control request with a status and a message. */
export class ControlError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
  }
}
