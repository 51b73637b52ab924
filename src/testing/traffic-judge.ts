/** Judges the calls of your own tests: the service they reach, and the program that makes them. */
import { requirement } from '../contract/requirements.ts';
import { createLiveListener, createTrafficRun, type TrafficRun } from '../traffic/index.ts';
import {
  type CallListener,
  createRecordingFetch,
  type RecordedExchange,
  recordRequest,
  recordResponse,
} from '../traffic/recordings/index.ts';

/** One contradiction of the document. */
export interface TrafficFinding {
  /** The side at fault: the service, or the program that called it. */
  readonly side: 'service' | 'caller';
  /** The id in the ledger; `bookdist requirements <id>` explains it. */
  readonly requirement: string;
  readonly says: string;
  readonly call: string;
  readonly expected: string;
  readonly actual: string;
}

export interface TrafficJudge {
  /** Wraps a fetch so that every call is judged. */
  readonly wrap: (originalFetch: typeof fetch) => typeof fetch;
  /** Judges every call that an MSW server or worker sees, until the returned function is called. */
  readonly attach: (server: MswServer) => () => void;
  /** Returns the findings so far, after all calls that have ended are judged. */
  readonly findings: () => Promise<readonly TrafficFinding[]>;
  /**
   * Ends a test run: call it in `afterAll`.
   * @throws Error that lists every finding, if there is one
   */
  readonly assertNoFindings: () => Promise<void>;
}

/** As much of `setupServer()` or `setupWorker()` of MSW 2 or later as is used here. */
export interface MswServer {
  readonly events: {
    readonly on: (name: MswEvent, listener: (call: MswCall) => void) => unknown;
    readonly removeListener: (name: MswEvent, listener: (call: MswCall) => void) => unknown;
  };
}

type MswEvent = 'request:start' | 'response:mocked' | 'response:bypass';

export interface MswCall {
  readonly request: Request;
  readonly requestId: string;
  readonly response?: Response;
}

export interface TrafficJudgeOptions {
  /** Judge only calls to this address; by default every URL with `/v2/distribution` in its path. */
  readonly service?: string;
  /** Only requirements whose id starts with this. */
  readonly only?: string;
}

/**
 * Creates a judge that sends nothing itself.
 *
 * @example
 * const judge = judgeTraffic();
 * const distribution = createDistribution({ ...options, fetch: judge.wrap(fetch) });
 * afterAll(() => judge.assertNoFindings());
 */
export function judgeTraffic(options: TrafficJudgeOptions = {}): TrafficJudge {
  const run = createTrafficRun(options.only);
  const collected: TrafficFinding[] = [];
  const origin = options.service === undefined ? undefined : new URL(options.service).origin;
  const listener = createLiveListener((observed, recorded) => {
    collected.push(...toFindings(run.judge(observed, recorded), recorded));
  }, origin);
  const pendingWork = new Set<Promise<unknown>>();
  const track: TrackWork = (work) => {
    pendingWork.add(work);
    void work.finally(() => pendingWork.delete(work));
  };
  const findings = async (): Promise<readonly TrafficFinding[]> => {
    await Promise.allSettled(pendingWork);
    return collected;
  };
  return {
    wrap: (originalFetch) => createRecordingFetch(originalFetch, listener, track),
    attach: (server) => attachTo(server, listener, track),
    findings,
    assertNoFindings: async () => {
      const all = await findings();
      if (all.length > 0) throw new Error(formatFindings(all));
    },
  };
}

function toFindings(
  { drifts, calls }: ReturnType<TrafficRun['judge']>,
  { request, response }: RecordedExchange,
): TrafficFinding[] {
  const path = request.method === 'PUT' ? 'to storage' : new URL(request.url).pathname;
  const call = `${request.method} ${path} → ${response?.status ?? 'no response'}`;
  return [
    ...drifts.map(({ requirement: id, difference: { expected, actual } }) => ({
      side: 'service' as const,
      requirement: id,
      says: requirement(id).says,
      call,
      expected,
      actual,
    })),
    ...calls.map(({ requirement: id, expected, actual }) => ({
      side: 'caller' as const,
      requirement: id,
      says: requirement(id).says,
      call,
      expected,
      actual,
    })),
  ];
}

function formatFindings(findings: readonly TrafficFinding[]): string {
  const blocks = findings.map(
    ({ side, requirement: id, says, call, expected, actual }) =>
      `${side}: ${id}\n  ${says}\n  call      ${call}\n  expected  ${expected}\n  actual    ${actual}`,
  );
  return `${findings.length} findings in the traffic of these tests:\n\n${blocks.join('\n\n')}\n`;
}

/** Takes work that `findings` waits for. */
type TrackWork = (work: Promise<unknown>) => void;

interface OpenCall {
  readonly sentAt: number;
  readonly startedAt: number;
  readonly recordedRequest: ReturnType<typeof recordRequest>;
  readonly finish: Promise<ReturnType<CallListener['start']>>;
}

function attachTo({ events }: MswServer, listener: CallListener, track: TrackWork): () => void {
  const calls = new Map<string, OpenCall>();
  const onStart = ({ request, requestId }: MswCall): void => {
    const recordedRequest = recordRequest(request.clone());
    const finish = recordedRequest.then((recorded) => listener.start(recorded));
    track(finish);
    calls.set(requestId, {
      sentAt: Date.now(),
      startedAt: performance.now(),
      recordedRequest,
      finish,
    });
  };
  const onResponse = ({ requestId, response }: MswCall): void => {
    const call = calls.get(requestId);
    calls.delete(requestId);
    if (call === undefined) return;
    track(finishCall(call, response?.clone(), performance.now() - call.startedAt));
  };
  events.on('request:start', onStart);
  events.on('response:mocked', onResponse);
  events.on('response:bypass', onResponse);
  return () => {
    events.removeListener('request:start', onStart);
    events.removeListener('response:mocked', onResponse);
    events.removeListener('response:bypass', onResponse);
  };
}

async function finishCall(
  { sentAt, recordedRequest, finish }: OpenCall,
  response: Response | undefined,
  took: number,
): Promise<void> {
  const received =
    response === undefined || response.type === 'error'
      ? undefined
      : await recordResponse(response);
  const finishExchange = await finish;
  finishExchange({
    sentAt,
    took,
    request: await recordedRequest,
    ...(received && { response: received }),
  });
}
