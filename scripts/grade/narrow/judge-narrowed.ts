/** Grades one narrowed fault: can a response show it, does the whole suite catch it, and when? */
import { setImmediate as nextTick } from 'node:timers/promises';
import { explainsDrift, type Fault } from '../../../src/faults/fault.ts';
import { isSurprising, requirement } from '../../../src/contract/requirements.ts';
import type { Network } from '../../../tests/support/own-runs/sandbox-network.ts';
import type { Finding, SilenceAnswer } from '../../../src/harness/evidence/index.ts';
import { run, unboundRun } from '../../../src/harness/run/index.ts';
import type { Section } from '../../../src/harness/suite/index.ts';
import type { NarrowedGrade } from '../results/narrowed-grade.ts';
import { createClock, type SettableClock } from '../../../src/sandbox/replaceable-parts/index.ts';
import fc from 'fast-check';
import { createMoves, makeMoves } from '../../../tests/support/random-traffic/moves.ts';
import {
  createCaller,
  parseJson,
  type TrafficRequest,
} from '../../../tests/support/random-traffic/caller.ts';
import type { ComparedService, Effect } from './compare-services.ts';
import { openSandboxPair } from './sandbox-pair.ts';

/** The number of values per property. */
const runs = 10;
/** The duration of a request on the clock of the services. */
const requestMs = 3;
const hourMs = 3_600_000;
/** If no response differs after this many random moves, the fault cannot show. */
const maxMoves = 1500;

/** How one run of the suite is sent. */
interface NarrowedRun {
  readonly suite: readonly Section[];
  readonly seed: number;
  /** The requests after which a run without a drift ends. */
  readonly requests: number;
}

/** Grades a narrowed fault. The run ends with the first drift that the fault explains. */
export async function judgeNarrowed(
  fault: Fault,
  narrowedRun: NarrowedRun,
): Promise<NarrowedGrade> {
  const { name, description: says, breaks } = fault;
  const effect = await findEffect(fault, { seed: 1, moves: maxMoves });
  const commonFields = { name, says, breaks, misnamed: [], requests: 0 };
  if (effect === undefined) return commonFields;
  return { ...commonFields, shownBy: effect.call, ...(await runAgainst(fault, narrowedRun)) };
}

type Detection = Pick<
  NarrowedGrade,
  'caughtBy' | 'detectedAfter' | 'misnamed' | 'surprising' | 'seenIn' | 'comparedUntil' | 'requests'
>;

async function runAgainst(
  fault: Fault,
  { suite, seed, requests: budget }: NarrowedRun,
): Promise<Detection> {
  const clock = createClock();
  // Both services must use the same time, whichever responds first.
  clock.freeze();
  const service = await openSandboxPair(fault, clock);
  const controller = new AbortController();
  try {
    const { findings, answers, requests } = await run(suite, {
      ...unboundRun,
      baseUrl: service.baseUrl,
      apiKey: service.apiKey,
      seed,
      runs,
      explore: { requests: budget },
      concurrency: 1,
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === 'found' && isCatch(event.finding, fault)) controller.abort();
      },
      sandboxSettings: { readings: service.readings },
      patience: hourMs,
      network: withRequestTime(service.network, clock),
      pause: async (milliseconds) => {
        clock.advance(milliseconds);
        await nextTick();
      },
    });
    return {
      ...findCatch(findings, fault),
      ...findSurprises(answers),
      ...describeEffect(service),
      requests,
    };
  } finally {
    await service.close();
  }
}

/** Advances the clock with each request. Overlapping requests have the same time. */
function withRequestTime(network: Network, clock: SettableClock): Network {
  let openRequests = 0;
  return async (url, request) => {
    if (openRequests === 0) clock.advance(requestMs);
    openRequests += 1;
    try {
      return await network(url, request);
    } finally {
      openRequests -= 1;
    }
  };
}

function describeEffect(service: ComparedService): Pick<NarrowedGrade, 'seenIn' | 'comparedUntil'> {
  const [seenIn, comparedUntil] = [service.effect(), service.comparedUntil()];
  return { ...(seenIn && { seenIn }), ...(comparedUntil !== undefined && { comparedUntil }) };
}

function findSurprises(answers: readonly SilenceAnswer[]): Pick<NarrowedGrade, 'surprising'> {
  const surprising = answers
    .filter(({ silence, answer }) => isSurprising(silence, answer))
    .map(({ silence, answer }) => `${silence} (${answer})`);
  return surprising.length === 0 ? {} : { surprising: [...new Set(surprising)] };
}

function isDrift({ verdict, requirement: id }: Finding): boolean {
  return verdict === 'drifts' && requirement(id).level !== 'open';
}

function isCatch(finding: Finding, fault: Fault): boolean {
  return isDrift(finding) && explainsDrift(fault, finding.requirement);
}

function findCatch(findings: readonly Finding[], fault: Fault): Omit<Detection, 'requests'> {
  const drifts = findings
    .filter(isDrift)
    .toSorted((a, b) => countRequestsUntil(a) - countRequestsUntil(b));
  const first = drifts.find((finding) => isCatch(finding, fault));
  const otherIds = drifts
    .map(({ requirement: id }) => id)
    .filter((id) => !explainsDrift(fault, id));
  return {
    misnamed: [...new Set(otherIds)],
    ...(first === undefined
      ? {}
      : { caughtBy: first.requirement, detectedAfter: countRequestsUntil(first) }),
  };
}

function countRequestsUntil({ exchange, requestsInRun }: Finding): number {
  return Math.min(exchange?.number ?? requestsInRun, requestsInRun);
}

/** Ends the traffic when the fault shows. */
class FaultShown extends Error {}

/**
 * Sends traffic until the fault shows in a response.
 * @returns undefined if every response was the same as without the fault
 */
export async function findEffect(
  fault: Fault,
  { seed, moves }: { readonly seed: number; readonly moves: number },
): Promise<Effect | undefined> {
  const clock = createClock();
  clock.freeze();
  const service = await openSandboxPair(fault, clock);
  const caller = createCaller({
    send: createSender(service, clock),
    key: service.apiKey,
    advance: async (milliseconds) => clock.advance(milliseconds),
  });
  try {
    await makeMoves(caller, fc.sample(createMoves(clock.now()), { seed, numRuns: moves }));
  } catch (error) {
    if (!(error instanceof FaultShown)) throw error;
  } finally {
    await service.close();
  }
  return service.effect();
}

function createSender({ baseUrl, network, effect }: ComparedService, clock: SettableClock) {
  return async ({ method, path, headers, body }: TrafficRequest): Promise<unknown> => {
    clock.advance(7);
    const url = path.startsWith('/') ? `${baseUrl}${path}` : path;
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const received = await network(url, init);
    if (effect() !== undefined) throw new FaultShown();
    return parseJson(await received.text());
  };
}
