/** Explores a service: sends generated calls, each chosen by what the monitor knows, until the budget is used. */
import type { MonitorDrift } from '../evidence/index.ts';
import { Unproven } from '../evidence/index.ts';
import { readAt } from '../arbitraries/index.ts';
import type { StatedId } from '../../contract/requirements.ts';
import type { SentRequest, World } from '../../monitor/index.ts';
import { createStage, type RunContext, type Stage } from '../stage/index.ts';
import { createScope, type Scope, type WireRequest } from '../wire/index.ts';
import {
  type Candidate,
  chooseMove,
  type Chooser,
  findBook,
  isInShops,
  rateMove,
} from './choose-move.ts';
import { createDraw, type Draw } from './draw.ts';
import { listDeletedBooks, listKnownBooks } from './known-books.ts';
import type { Novelty } from './novelty.ts';
import { type Cast, createCast, playStep, resolveStep } from './play-step.ts';
import { drawLookUp, lookUp, readBook } from './read-moves.ts';
import type { Step } from './step.ts';

export interface ExplorerOptions {
  readonly context: RunContext;
  readonly world: () => World;
  /** Returns a request as its exchange will show it. */
  readonly describe: (request: WireRequest) => SentRequest;
  readonly seed: number;
  /** The number of clients that explore at the same time. */
  readonly clients: number;
  /** Returns false when the budget is used. */
  readonly mayContinue: () => boolean;
  readonly signal: AbortSignal;
  /** Called with each call that was judged, and the drifts that it showed. */
  readonly onStep: (played: PlayedStep) => void;
  readonly novelty: Novelty;
  /** Returns true if an exchange of the run has met or contradicted a requirement. */
  readonly isJudged: (requirement: StatedId) => boolean;
  /** True if waiting costs no time, because the run sets the clock of the service. */
  readonly waitsAreFree: boolean;
}

/** The drifts that the last call of a history showed. */
export interface PlayedStep {
  readonly history: readonly Step[];
  readonly drifts: readonly MonitorDrift[];
}

/** The calls that a history keeps, so that its memory does not grow. Books live for some hundred calls. */
const maxHistory = 2_000;

export async function explore(options: ExplorerOptions): Promise<void> {
  const clients = Array.from({ length: options.clients }, async (_, client) =>
    exploreAsClient(options, client),
  );
  await Promise.all(clients);
}

interface Client {
  readonly t: Stage;
  readonly scope: Scope;
  readonly cast: Cast;
  readonly draw: Draw;
  readonly history: Step[];
  readonly queue: Step[];
  readonly since: Map<number, readonly string[]>;
  readonly plannedCalls: Map<number, string>;
  next: number;
  readonly startTime: number;
  /** Milliseconds spent waiting for reviews. */
  waited: number;
  /** When the last call was answered, in epoch milliseconds. */
  answeredAt: number;
}

function createClient({ context, signal, seed }: ExplorerOptions, client: number): Client {
  const scope = createScope(signal);
  const t = createStage(context, scope);
  const draw = createDraw(seed + client);
  const maps = { since: new Map(), plannedCalls: new Map() };
  const state = { history: [], queue: [], next: 0, waited: 0, answeredAt: Date.now(), ...maps };
  return { t, scope, cast: createCast(t), draw, startTime: performance.now(), ...state };
}

async function exploreAsClient(options: ExplorerOptions, number: number): Promise<void> {
  const client = createClient(options, number);
  while (options.mayContinue()) {
    const chooser = createChooser(options, client);
    await awaitReviews(client, chooser, options);
    const last = client.next;
    const queued = client.queue.shift();
    const candidate =
      (queued && rateMove({ steps: [queued], kinds: [] }, chooser)) ?? chooseMove(chooser);
    client.cast.forgetUnused(last, client.next, candidate?.steps ?? []);
    if (candidate === undefined) continue;
    await playCandidate(candidate, client, { options, chooser });
  }
}

function createChooser(options: ExplorerOptions, client: Client): Chooser {
  const { context, describe, novelty, isJudged } = options;
  const { cast, draw, since, plannedCalls } = client;
  const world = options.world();
  const books = listKnownBooks(world, cast);
  const deleted = listDeletedBooks(cast, books);
  return {
    draw,
    world,
    books,
    wantsMistake: false,
    deleted,
    numbers: { next: () => (client.next += 1) },
    symbolize: cast.symbolize,
    allow: context.target.allow,
    hasSecondAccount: context.target.hasSecondAccount,
    novelty,
    isUsed: (operation, kind, format) =>
      novelty.isKnown(operation, `value ${kind}`, format && `format=${format}`),
    isJudged,
    resolve: (step) => resolveStep(step, cast),
    describe,
    since,
    plannedCalls,
    // If the run sets the clock, what it expects must not depend on how fast the machine is.
    now: options.waitsAreFree ? client.answeredAt : Date.now(),
  };
}

/** Reviews that take longer are not waited for. */
const reviewMs = 11_000;

/** The share of its time that a client may wait for reviews. */
const waitingShare = 0.1;

/** Waits for reviews to end if no book is published, because many calls are judged only on published books. */
async function awaitReviews(
  client: Client,
  { books, draw }: Chooser,
  options: ExplorerOptions,
): Promise<void> {
  const isIn = (status: string): boolean => books.some((book) => book.status === status);
  if (!isIn('in_review') || isIn('published') || !draw.chance(0.2)) return;
  const elapsed = performance.now() - client.startTime;
  if (!options.waitsAreFree && client.waited > elapsed * waitingShare) return;
  client.waited += reviewMs;
  const reads = books.filter(({ status }) => status === 'in_review').map(readBook);
  const wait = { method: 'GET', wait: reviewMs };
  await playStep(wait, client.cast, client.t).catch((error: unknown) => {
    if (!(error instanceof Unproven)) throw error;
  });
  client.history.push(wait);
  client.queue.push(...reads);
}

interface PlayContext {
  readonly options: ExplorerOptions;
  readonly chooser: Chooser;
}

async function playCandidate(
  candidate: Candidate,
  client: Client,
  { options, chooser }: PlayContext,
): Promise<void> {
  const [step, ...rest] = candidate.steps;
  if (step === undefined) return;
  const { scope, history } = client;
  const exchange = await playStep(step, client.cast, client.t).catch((error: unknown) => {
    if (error instanceof Unproven) return undefined;
    throw error;
  });
  history.push(step);
  if (history.length > maxHistory) history.splice(0, maxHistory / 4);
  const drifts = scope.drifts.splice(0);
  scope.exchanges.length = 0;
  if (exchange === undefined) return;
  client.answeredAt = exchange.answeredAt;
  const { operation = '' } = candidate.prediction.situation;
  options.novelty.record(operation, candidate.conditions);
  noteChange(candidate, client, chooser);
  client.queue.unshift(...rest);
  if (rest.length === 0) queueReads(candidate, { client, chooser });
  options.onStep({ history, drifts });
}

/** The latest changes count; more of them would make every read look new. */
const maxChanges = 8;

/** Remembers what a call may have changed, until the book is shown. */
function noteChange(
  { steps, prediction, kinds }: Candidate,
  { since }: Client,
  chooser: Chooser,
): void {
  const [step] = steps;
  const number = step && (step.creates ?? findBook(step, chooser.books)?.number);
  const { operation } = prediction.situation;
  if (operation === 'listBooks') since.delete(0);
  else if (step?.method === 'GET') since.delete(number ?? 0);
  else {
    const change = [`${operation} ${prediction.refusals[0] ?? prediction.validity}`, ...kinds];
    for (const book of number === undefined ? [0] : [number, 0]) {
      since.set(book, [...(since.get(book) ?? []), ...change].slice(-maxChanges));
    }
  }
}

const changesPerRead = 5;

/** After a write, reads the book in one of several ways: what a call changes may show in one of them only. */
function queueReads(
  { steps: [step], kinds }: Candidate,
  { client, chooser }: { readonly client: Client; readonly chooser: Chooser },
): void {
  const { draw } = chooser;
  if (step === undefined) return;
  const number = step.creates ?? findBook(step, chooser.books)?.number;
  // One read shows what several calls have changed, or have not.
  const isDue = (client.since.get(number ?? 0) ?? []).length > changesPerRead;
  // Only a lookup shows how a service finds an external id.
  const hasNewId = kinds.some((kind) => kind.startsWith('externalId '));
  const book = chooser.books.find((one) => one.number === number);
  // The next call often hides what a call did to a book that was published, or what a refused attach did.
  const isHidden =
    isInShops(book) || book?.status === 'withdrawn' || kinds.includes('another hash');
  const share = hasNewId || isHidden ? 0.9 : isDue ? 0.6 : 0.2;
  if (step.method === 'GET' || !draw.chance(share)) return;
  if (number === undefined) return;
  const way = draw.weigh([
    [6, 'read'],
    [hasNewId ? 20 : 2, 'lookUp'],
    [2, 'list'],
  ] as const);
  const newId = hasNewId ? readAt(step.json, ['externalId']) : undefined;
  if (way === 'list')
    client.queue.push({ method: 'GET', path: '/books', query: { perPage: '100' } });
  else if (way === 'lookUp' && typeof newId === 'string') client.queue.push(lookUp(newId));
  else if (way === 'lookUp' && book !== undefined)
    client.queue.push(...drawLookUp(chooser, book).steps);
  else client.queue.push(readBook({ number }));
}
