/** Opens correct services of the unchanged contract: our sandbox in another process, or one at an address. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTick } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../../src/contract/json-pointer.ts';
import type { Environment } from '../../../src/cli/shell/index.ts';
import { apiPrefix } from '../../../src/contract/spec.ts';
import type { RunOptions } from '../../../src/harness/run/index.ts';

/** The service that a host has started. */
export interface StartedService {
  readonly url: string;
  /** The key of the account under test, and that of another account. */
  readonly keys: readonly string[];
  /** What a run knows of our own sandbox. */
  readonly settings: RunOptions['sandboxSettings'];
}

/** The options of a run that depend on the service. */
type ServiceRunOptions = Pick<RunOptions, 'baseUrl' | 'apiKey'> & Partial<RunOptions>;

/** Returns the options for the next run. A service that we started is new for each run. */
export type PrepareRun = () => Promise<ServiceRunOptions>;

const host = fileURLToPath(new URL('./service-host.ts', import.meta.url));
const hourMs = 3_600_000;

/** Starts the process of our sandbox. The process ends with this one, or when the signal aborts. */
export function hostSandbox(signal?: AbortSignal): PrepareRun {
  const child = fork(host, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // Without its service, this process cannot judge anything.
  const endThisProcess = (): void => process.exit(1);
  child.once('exit', endThisProcess);
  const stop = (): void => {
    child.off('exit', endThisProcess);
    child.kill();
  };
  signal?.addEventListener('abort', stop, { once: true });
  let lastResponse: Promise<unknown> = Promise.resolve();
  /** Sends one message at a time, because responses do not name their messages. */
  const ask = async (message: string | number): Promise<unknown> => {
    lastResponse = lastResponse.then(async () => {
      child.send(message);
      const messages: unknown[] = await once(child, 'message');
      return messages[0];
    });
    return lastResponse;
  };
  return async () => {
    const started = await ask('start');
    if (!isStartedService(started)) throw new Error('The host of the service did not start it.');
    const [apiKey = '', secondKey] = started.keys;
    return {
      baseUrl: `${started.url}${apiPrefix}`,
      apiKey,
      secondKey,
      sandboxSettings: started.settings,
      // A jump of the clock must not affect another case.
      concurrency: 1,
      patience: hourMs,
      pause: async (milliseconds) => {
        await ask(milliseconds);
        await nextTick();
      },
    };
  };
}

function isStartedService(value: unknown): value is StartedService {
  return isObject(value) && typeof value['url'] === 'string' && Array.isArray(value['keys']);
}

/** Uses the service at an address, with the keys of the environment. Waiting takes real time. */
export function connectToService(
  target: string,
  { key = '', secondKey }: Pick<Environment, 'key' | 'secondKey'>,
): PrepareRun {
  return async () => ({ baseUrl: target, apiKey: key, secondKey, concurrency: 8 });
}
