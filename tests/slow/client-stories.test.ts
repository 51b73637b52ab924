/** Tests that the calls of our client break no rule for callers, whatever the network does. */
import { expect, test } from 'vitest';
import {
  failedBeforeSending,
  maskSecrets,
  type RecordedExchange,
  recordRequest,
  recordResponse,
} from '../../src/traffic/recordings/index.ts';
import { runRandomFlow, runRandomWalk } from '../support/client/random-flow.ts';
import { laxOptions, runRandomScenario } from '../support/client/random-scenario.ts';
import type { WrapFetch } from '../support/client/scene.ts';
import { openTestSandbox } from '../support/fixtures.ts';
import { sampleOr } from '../support/sample.ts';
import { judgeRecordings } from '../support/traffic/judge-recordings.ts';

const { sandbox } = await openTestSandbox(laxOptions);

type Story = (seed: number, wrap: WrapFetch) => Promise<unknown>;

const stories: Readonly<Record<string, Story>> = {
  'calls for a book': async (seed, wrap) => runRandomScenario({ seed, wrap, sandbox }),
  flows: async (seed, wrap) => runRandomFlow({ seed, wrap, sandbox }),
  'walks over a list': async (seed, wrap) => runRandomWalk({ seed, wrap, sandbox, allIds: [] }),
};

/** The recording omits bodies that take longer, because some stall or never end. */
const maxBodyMs = 50;

/** Returns a wrapper that records the calls of a client, by the clock of its story. */
function createRecorder(note: (exchange: RecordedExchange) => void): WrapFetch {
  return (innerFetch, { now, trackWork }) =>
    async (input, init) => {
      const request = new Request(input, init);
      const recordedRequest = await trackWork(recordRequest(request.clone()));
      const sentAt = now();
      const finish = (end: Pick<RecordedExchange, 'response' | 'sent'>): void =>
        note({ sentAt, took: now() - sentAt, request: recordedRequest, ...end });
      try {
        const response = await innerFetch(request);
        const limit = new AbortController();
        // Unlike AbortSignal.timeout, this keeps the process alive while a body stalls.
        const timer = setTimeout(() => limit.abort(), maxBodyMs);
        const recording = recordResponse(response.clone(), limit.signal).catch(() => undefined);
        finish({ response: await trackWork(recording) });
        clearTimeout(timer);
        return response;
      } catch (error) {
        finish({ sent: failedBeforeSending(error) ? false : undefined });
        throw error;
      }
    };
}

test.each(Object.entries(stories))('%s: the client breaks no rule for callers', async (_, run) => {
  let exchanges = 0;
  for (let seed = 0; seed < sampleOr(15, 400); seed += 1) {
    const lines: string[] = [];
    const recorder = createRecorder((exchange) => {
      lines.push(JSON.stringify(maskSecrets({ ...exchange, number: lines.length + 1 })));
    });
    await run(seed, recorder);
    // A story may end before its first call.
    if (lines.length === 0) continue;
    const judged = await judgeRecordings([lines.join('\n')]);
    expect(judged.callerFindings, `seed ${seed}`).toEqual([]);
    exchanges += judged.exchanges;
  }
  expect(exchanges).toBeGreaterThan(15);
});
