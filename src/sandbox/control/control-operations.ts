/** The operations of the control API. The request bodies were already checked against the document of that API. */
import { listReadings, requirement } from '../../contract/requirements.ts';
import type { ChaosHit, ChaosSettings } from '../chaos.ts';
import { explainUnready, toStream } from '../http/index.ts';
import type { SettableClock } from '../replaceable-parts/index.ts';
import { Refusal, settableIds } from '../readings/index.ts';
import type { AccountBehaviour } from '../account-settings.ts';
import type { Sandbox } from '../sandbox.ts';
import type { RequestLog } from './request-log.ts';
import { type Book, getOwnerId } from '../book/index.ts';
import {
  ControlError,
  findAccount,
  findClock,
  findScope,
  getAccountName,
  takeClock,
} from './scope.ts';

export interface ControlTools {
  readonly sandbox: Sandbox;
  readonly log: RequestLog;
  readonly faultNames: readonly string[];
  readonly getServiceUrl: () => string;
}

interface ControlCall {
  readonly param: (name: string) => string;
  readonly query: (name: string) => string | undefined;
  /** The body, which matches the document of the control API. */
  readonly body: unknown;
  readonly lines: () => AsyncIterable<string>;
}

type ControlOperation = (call: ControlCall, tools: ControlTools) => Promise<Response>;

const noContent = () => new Response(null, { status: 204 });

export const controlOperations: Readonly<Record<string, ControlOperation>> = {
  readState: async (_call, tools) => Response.json(await readState(tools)),
  listChoices: async (_call, { faultNames, getServiceUrl }) =>
    Response.json({
      service: getServiceUrl(),
      readings: Object.fromEntries(settableIds.map((id) => [id, listReadings(id)])),
      questions: Object.fromEntries(settableIds.map((id) => [id, requirement(id).says])),
      faults: faultNames,
    }),
  pageBooks: async ({ query }, { sandbox }) => Response.json(await pageBooks(query, sandbox)),
  listRequests: async (_call, { log }) => Response.json(log.latest()),
  reset: async (call, { sandbox, log }) => {
    const account = findScope(call, sandbox);
    await sandbox.reset(account);
    if (account === undefined) log.clear();
    else if (account !== getOwnerId(account)) {
      // A test has ended, so nothing of it stays.
      sandbox.settings.forget(account);
      sandbox.parts.chaos.set({ seed: 1, rules: [] }, account);
    }
    return noContent();
  },
  seed: async (call, { sandbox }) => {
    const { count, seed = 1 } = getControlBody('seed', call.body);
    const books = sandbox.seed({ count, seed }, findScope(call, sandbox));
    return Response.json({ books: await rejectWith(409, books) });
  },
  exportBooks: async (call, { sandbox }) =>
    new Response(toStream(sandbox.exportBooks(findScope(call, sandbox))), {
      headers: { 'content-type': 'application/jsonl' },
    }),
  importBooks: async (call, { sandbox }) => {
    const books = sandbox.importBooks(call.lines(), findScope(call, sandbox));
    return Response.json({ books: await rejectWith(400, books) });
  },
  readClock: async (call, { sandbox }) => Response.json(describeClock(findClock(call, sandbox))),
  setClock: async (call, { sandbox }) => {
    const { now, frozen } = getControlBody('setClock', call.body);
    const clock = takeClock(call, sandbox);
    const at = now === undefined ? undefined : Date.parse(now);
    await rejectWith(400, changeClock(clock, at, frozen));
    return Response.json(describeClock(clock));
  },
  advanceClock: async (call, { sandbox }) => {
    const clock = takeClock(call, sandbox);
    const { milliseconds } = getControlBody('advanceClock', call.body);
    await rejectWith(400, changeClock(clock, clock.now() + milliseconds));
    return Response.json(describeClock(clock));
  },
  settleReview: async ({ param, body }, { sandbox }) => {
    const { status } = getControlBody('settleReview', body);
    await sandbox.settle(param('bookId'), status).catch((error: unknown) => {
      throw error instanceof Refusal ? new ControlError(404, 'There is no such book.') : error;
    });
    return noContent();
  },
  readChaos: async (call, { sandbox }) => Response.json(reportChaos(call, sandbox)),
  setChaos: async (call, { sandbox }) => {
    const settings = { seed: 1, ...getControlBody('setChaos', call.body) };
    sandbox.parts.chaos.set(settings, findScope(call, sandbox));
    return Response.json(reportChaos(call, sandbox));
  },
  setBehaviour: async (call, { sandbox }) => {
    const account = findAccount(call.param('account'), call.query('test'), sandbox);
    const behaviour = getControlBody('setBehaviour', call.body);
    await rejectWith(400, (async () => sandbox.settings.behave(account, behaviour))());
    return noContent();
  },
  readHealth: async () => Response.json({ status: 'ok' }),
  readReadiness: async (_call, { sandbox }) => {
    const reason = await explainUnready(() => sandbox.parts);
    if (reason !== undefined) throw new ControlError(503, reason);
    return Response.json({ status: 'ready' });
  },
  readMetrics: async (_call, { log }) =>
    new Response(log.metrics(), { headers: { 'content-type': 'text/plain; version=0.0.4' } }),
};

function reportChaos(call: ControlCall, sandbox: Sandbox) {
  const { settings, rules } = sandbox.parts.chaos.report(findScope(call, sandbox));
  const nameAccount = ({ account, ...hit }: ChaosHit) => ({
    ...hit,
    ...(account !== undefined && { account: getAccountName(account, sandbox) }),
  });
  return {
    seed: settings.seed,
    rules: rules.map((rule) => ({ ...rule, hits: rule.hits.map(nameAccount) })),
  };
}

async function readState({ sandbox }: ControlTools): Promise<SandboxState> {
  const { parts } = sandbox;
  const accounts = sandbox.accounts.map(async ({ id, name }) => {
    const { readings = {}, faults = [] } = sandbox.settings.behaviour(id) ?? {};
    return { id, name, books: await parts.store.countBooks(id), readings, faults };
  });
  return {
    accounts: await Promise.all(accounts),
    readings: sandbox.readings,
    clock: describeClock(sandbox.clock),
    chaos: parts.chaos.settings(),
  };
}

async function changeClock(clock: SettableClock, at?: number, frozen?: boolean): Promise<void> {
  if (frozen === true) clock.freeze(at);
  else if (at !== undefined) clock.set(at);
  if (frozen === false) clock.resume();
}

function describeClock(clock: SettableClock): SandboxClock {
  return { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen() };
}

/** Returns the result of a task. If the task fails, rejects with a ControlError of the given status. */
async function rejectWith<T>(status: number, task: Promise<T>): Promise<T> {
  return task.catch((error: unknown) => {
    if (error instanceof ControlError) throw error;
    throw new ControlError(status, error instanceof Error ? error.message : String(error));
  });
}

export interface SandboxClock {
  /** ISO 8601. */
  readonly now: string;
  readonly frozen: boolean;
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
