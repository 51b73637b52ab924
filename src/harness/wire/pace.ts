/** How fast and how often a run may ask: rate, budgets, and patience with a service that is busy. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Unanswered, Unproven } from '../evidence/index.ts';

export interface PaceOptions {
  /** Requests per second; undefined for no limit. */
  readonly rate: number | undefined;
  readonly maxRequests: number | undefined;
  /** Milliseconds the whole run may take. */
  readonly maxTime: number | undefined;
  /** Hears why a budget is spent, once. */
  readonly onSpent: (why: 'out of requests' | 'out of time') => void;
}

export interface Tally {
  requests: number;
  /** Milliseconds spent waiting for answers, summed over requests. */
  waited: number;
  /** Sent again after a 429, a 502, 503, 504 or a broken connection. */
  repeated: number;
}

interface PacedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly took: number;
}

/** How one request goes through the pace. */
export interface Sending {
  /** It may be sent again after a broken connection. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal;
  /** Tidying up is done whatever the budgets say. */
  readonly unbudgeted: boolean;
}

export type Pace = <T extends PacedResponse>(send: () => Promise<T>, how: Sending) => Promise<T>;

const busy: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const patience = 3;
const longestWait = 60_000;

/** Makes the pace of a run, and the tally it keeps. */
export function createPace(options: PaceOptions): { pace: Pace; tally: Tally } {
  const tally: Tally = { requests: 0, waited: 0, repeated: 0 };
  const started = performance.now();
  let nextSlot = started;

  const admit = async ({ signal, unbudgeted }: Sending): Promise<void> => {
    if (!unbudgeted) assertBudget();
    tally.requests += 1;
    if (options.rate === undefined) return;
    const now = performance.now();
    const slot = Math.max(now, nextSlot);
    nextSlot = slot + 1000 / options.rate;
    if (slot > now) await pause(slot - now, signal);
  };
  const assertBudget = (): void => {
    if (options.maxRequests !== undefined && tally.requests >= options.maxRequests) {
      options.onSpent('out of requests');
      throw new Unproven('out of requests (--max-requests)');
    }
    if (options.maxTime !== undefined && performance.now() - started > options.maxTime) {
      options.onSpent('out of time');
      throw new Unproven('out of time (--max-time)');
    }
  };

  const pace: Pace = async (send, how) => {
    for (let attempt = 1; ; attempt += 1) {
      await admit(how);
      const outcome = await attempted(send, tally);
      const again = attempt <= patience && mayRepeat(outcome, how.repeatable);
      if (!again && 'error' in outcome) throw outcome.error;
      if (!again && 'answer' in outcome && outcome.answer.status === 429) {
        throw new Unproven(`the service is too busy: 429 came ${attempt} times`);
      }
      if (!again && 'answer' in outcome) return outcome.answer;
      tally.repeated += 1;
      await pause(delayBefore(outcome, attempt), how.signal);
    }
  };
  return { pace, tally };
}

type Attempt<T> = { readonly answer: T } | { readonly error: Unanswered };

async function attempted<T extends PacedResponse>(
  send: () => Promise<T>,
  tally: Tally,
): Promise<Attempt<T>> {
  const started = performance.now();
  try {
    return { answer: await send() };
  } catch (error) {
    if (error instanceof Unanswered) return { error };
    throw error;
  } finally {
    tally.waited += performance.now() - started;
  }
}

/** A 429 says that nothing was done, so anything may be sent again; the rest only where repeating is safe. */
function mayRepeat(outcome: Attempt<PacedResponse>, repeatable: boolean): boolean {
  if ('error' in outcome) return repeatable && !outcome.error.message.includes('ECONNREFUSED');
  if (outcome.answer.status === 429) return true;
  return repeatable && busy.has(outcome.answer.status);
}

function delayBefore(outcome: Attempt<PacedResponse>, attempt: number): number {
  const header = 'answer' in outcome ? outcome.answer.headers['retry-after'] : undefined;
  const asked = header === undefined ? Number.NaN : retryAfter(header);
  return Math.min(longestWait, Number.isNaN(asked) ? 100 * 2 ** attempt : asked);
}

/** Milliseconds a Retry-After header asks for: seconds or a date. */
function retryAfter(header: string): number {
  const seconds = Number(header);
  return Number.isNaN(seconds) ? Math.max(0, Date.parse(header) - Date.now()) : seconds * 1000;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw new Unproven('interrupted');
  }
}
