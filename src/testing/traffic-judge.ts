/** Judges the calls of your own tests: the service that they reach, and the program that sends them. */
import { requirement } from '../contract/requirements.ts';
import type { ObservedExchange } from '../monitor/index.ts';
import { createLiveListener, createTrafficRun, type TrafficRun } from '../traffic/index.ts';
import {
  type CallListener,
  createRecordingFetch,
  recordRequest,
  recordResponse,
} from '../traffic/recordings/index.ts';

/** One place where the traffic contradicts the document. */
export interface TrafficFinding {
  /** The side at fault: the service, or the program that called it. */
  readonly side: 'service' | 'caller';
  /** The id of the requirement in the ledger; `bookdist requirements <id>` explains it. */
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
  /** Returns the findings so far, once all finished calls are judged. */
  readonly findings: () => Promise<readonly TrafficFinding[]>;
  /**
   * Fails the test run if there is a finding. Call this in `afterAll`.
   * @throws Error with a list of all findings
   */
  readonly assertNoFindings: () => Promise<void>;
}

/** The used part of `setupServer()` or `setupWorker()` of MSW 2 or newer. */
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
  /** The address of the calls to judge; by default all URLs with `/v2/distribution` in their path. */
  readonly service?: string;
  /** The start of the ids of the requirements to judge by; by default all. */
  readonly only?: string;
}

/**
 * Creates a judge. It sends no requests itself.
 *
 * @example
 * const judge = judgeTraffic();
 * const distribution = createDistribution({ ...options, fetch: judge.wrap(fetch) });
 * afterAll(() => judge.assertNoFindings());
 */
export function judgeTraffic(options: TrafficJudgeOptions = {}): TrafficJudge {
  const run = createTrafficRun(options.only);
  const allFindings: TrafficFinding[] = [];
  const origin = options.service === undefined ? undefined : new URL(options.service).origin;
  const listener = createLiveListener((exchange) => {
    allFindings.push(...createFindings(run.judge(exchange), exchange));
  }, origin);
  const pendingWork = new Set<Promise<unknown>>();
  const track: TrackWork = (work) => {
    pendingWork.add(work);
    void work.finally(() => pendingWork.delete(work));
  };
  const findings = async (): Promise<readonly TrafficFinding[]> => {
    await Promise.allSettled(pendingWork);
    return allFindings;
  };
  return {
    wrap: (originalFetch) => createRecordingFetch(originalFetch, listener, track),
    attach: (server) => attachTo(server, listener, track),
    findings,
    assertNoFindings: async () => {
      await findings();
      if (allFindings.length > 0) throw new Error(formatFindings(allFindings));
    },
  };
}

function createFindings(
  { drifts, callerFindings }: ReturnType<TrafficRun['judge']>,
  { request, response }: ObservedExchange,
): TrafficFinding[] {
  const path = request.toStorage ? 'to storage' : new URL(request.url).pathname;
  const call = `${request.method} ${path} → ${response?.status ?? 'no response'}`;
  const serviceFindings = drifts.map(
    ({ requirement: id, difference }) => ({ side: 'service', id, ...difference }) as const,
  );
  const programFindings = callerFindings.map(
    (finding) => ({ side: 'caller', id: finding.requirement, ...finding }) as const,
  );
  return [...serviceFindings, ...programFindings].map(({ side, id, expected, actual }) => {
    return { side, requirement: id, says: requirement(id).says, call, expected, actual };
  });
}

function formatFindings(findings: readonly TrafficFinding[]): string {
  const blocks = findings.map(
    ({ side, requirement: id, says, call, expected, actual }) =>
      `${side}: ${id}\n  ${says}\n  call      ${call}\n  expected  ${expected}\n  actual    ${actual}`,
  );
  return `Findings in the traffic of these tests: ${findings.length}\n\n${blocks.join('\n\n')}\n`;
}

type TrackWork = (work: Promise<unknown>) => void;

interface OpenCall {
  /** Milliseconds since 1970, for the recording. */
  readonly sentAt: number;
  /** The start by the monotonic clock, for the duration. */
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
    const [sentAt, startedAt] = [Date.now(), performance.now()];
    calls.set(requestId, { sentAt, startedAt, recordedRequest, finish });
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
  durationMs: number,
): Promise<void> {
  const isLost = response === undefined || response.type === 'error';
  const recordedResponse = isLost ? undefined : await recordResponse(response);
  const finishExchange = await finish;
  finishExchange({
    sentAt,
    took: durationMs,
    request: await recordedRequest,
    ...(recordedResponse && { response: recordedResponse }),
  });
}
