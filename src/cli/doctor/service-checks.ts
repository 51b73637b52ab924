/** Checks that need the service: its identity, the key and its clock. */
import type { KeyNames } from '../../contract/key-names.ts';
import { probeService, unboundRun } from '../../harness/run/index.ts';
import type { Network } from '../../harness/wire/index.ts';
import { statusWithoutKey } from '../target/index.ts';
import type { Diagnosis } from './diagnosis.ts';

export interface Visit {
  readonly address: string;
  readonly key: string;
  readonly keyNames: KeyNames | undefined;
  readonly network: Network;
}

/** Milliseconds by which two clocks may differ without a warning. */
const usualSkew = 5_000;
const slow = 2_000;

/** Requests the list of books: shows whether it is the service, whether it accepts the key, and its time. */
export async function checkService(visit: Visit): Promise<readonly Diagnosis[]> {
  const timed = timeResponses(visit.network);
  const { obstacle, skew } = await probeService({
    ...unboundRun,
    baseUrl: visit.address,
    apiKey: visit.key,
    keyNames: visit.keyNames,
    network: timed.network,
  });
  if (obstacle !== undefined) {
    const about = obstacle.stopped === 'key refused' ? 'key' : 'service';
    return [{ about, state: 'fail', says: obstacle.because }];
  }
  return [
    describeSpeed(timed.fastest()),
    { about: 'key', state: 'ok', says: 'the service accepts it' },
    await checkWithoutKey(visit),
    describeClock(skew),
  ];
}

function timeResponses(network: Network): {
  readonly network: Network;
  readonly fastest: () => number;
} {
  const times: number[] = [];
  return {
    fastest: () => Math.min(...times),
    network: async (url, request) => {
      const started = performance.now();
      const response = await network(url, request);
      times.push(performance.now() - started);
      return response;
    },
  };
}

function describeSpeed(took: number): Diagnosis {
  const says = `it lists books, in ${Math.round(took)} ms`;
  if (took < slow) return { about: 'service', state: 'ok', says };
  const advice = 'That is slow: a run takes longer than the estimate below.';
  return { about: 'service', state: 'warn', says, advice };
}

/** A service that needs no key would drift from auth.missing-key. */
async function checkWithoutKey({ address, network }: Visit): Promise<Diagnosis> {
  const about = 'no key';
  try {
    const status = await statusWithoutKey(address, network);
    if (status === 401) return { about, state: 'ok', says: 'is refused with 401' };
    const says = `a request without a key gets ${status} instead of 401`;
    const advice = 'A run reports that as a drift of auth.missing-key.';
    return { about, state: 'warn', says, advice };
  } catch {
    return { about, state: 'warn', says: 'a request without a key got no response' };
  }
}

function describeClock(skew: number | undefined): Diagnosis {
  const about = 'clock';
  if (skew === undefined) {
    const says = 'the service sends no Date header';
    const advice = 'The checks of publication dates use the clock of this machine.';
    return { about, state: 'warn', says, advice };
  }
  const seconds = Math.round(Math.abs(skew) / 1000);
  if (Math.abs(skew) <= usualSkew) return { about, state: 'ok', says: 'agrees with this machine' };
  const says = `the service is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} this machine`;
  const advice = 'A run uses the clock of the service. Synchronize both clocks with NTP.';
  return { about, state: 'warn', says, advice };
}
