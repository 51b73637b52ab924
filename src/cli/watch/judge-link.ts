/** The proxy's side of the judging process: never waits for it, and continues without it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PassListener } from '../../traffic/proxy/index.ts';
import type { Shell } from '../shell/index.ts';
import type { JudgeMessage } from './judge-messages.ts';
import type { WatchSettings } from './watch-settings.ts';

export interface JudgeLink {
  readonly listener: PassListener;
  readonly report: () => void;
  /** Lets the judge write its report; returns its exit code, or 3 if it wrote none. */
  readonly finish: () => Promise<number>;
  /** Ends the judge at once if it still runs. */
  readonly stop: () => void;
}

/** Messages that may wait for the judge. Each holds bodies, so this bounds memory. */
const mostWaiting = 1000;
/** Milliseconds that the judge may take to process waiting messages and to write its report. A second Ctrl-C ends it at once. */
const finishTimeout = 120_000;

/** Starts the judging process. */
export function linkJudge(settings: WatchSettings, shell: Shell): JudgeLink {
  const isSource = import.meta.url.endsWith('.ts');
  const module = new URL(`./judge-process${isSource ? '.ts' : '.js'}`, import.meta.url);
  const child = fork(fileURLToPath(module), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const state = { waiting: 0, skipped: 0, ended: false };
  child.on('error', () => undefined);
  child.once('exit', (code, signal) => {
    state.ended = true;
    if (code === 0 || code === 1 || code === 3) return;
    shell.err(
      `The judge ended (${signal ?? code}). Traffic still passes through, but is no longer judged; start bookdist watch again to judge it.\n`,
    );
  });
  const send = createSender(child, state);
  send({ type: 'settings', settings });
  return {
    listener: createListener(send, state),
    report: () => void send({ type: 'report' }),
    finish: async () => finish(child, state, send),
    stop: () => {
      state.ended = true;
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
    },
  };
}

interface LinkState {
  waiting: number;
  skipped: number;
  ended: boolean;
}

type Send = (message: JudgeMessage) => boolean;

/** Messages are sent together after the traffic of this turn has passed, because writing them takes time. */
function createSender(child: ChildProcess, state: LinkState): Send {
  let held: JudgeMessage[] = [];
  const flush = (): void => {
    const messages = held;
    held = [];
    if (!child.connected) return;
    // Without a callback, a judge that ends while a message is written would raise an error here.
    child.send(messages, () => {
      state.waiting -= messages.length;
    });
  };
  return (message) => {
    if (state.ended || !child.connected) return false;
    state.waiting += 1;
    if (held.length === 0) setImmediate(flush);
    held.push(message);
    return true;
  };
}

function createListener(send: Send, state: LinkState): PassListener {
  let id = 0;
  return {
    start: (request) => {
      if (state.waiting > mostWaiting) {
        state.skipped += 1;
        return () => undefined;
      }
      if (state.skipped > 0 && send({ type: 'skipped', calls: state.skipped })) state.skipped = 0;
      id += 1;
      const own = id;
      send({ type: 'start', id: own, request });
      return (call) => void send({ type: 'end', id: own, call });
    },
  };
}

async function finish(child: ChildProcess, state: LinkState, send: Send): Promise<number> {
  if (state.skipped > 0) send({ type: 'skipped', calls: state.skipped });
  if (!send({ type: 'finish' })) return 3;
  const timer = setTimeout(() => child.kill('SIGKILL'), finishTimeout);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  clearTimeout(timer);
  return child.exitCode ?? 3;
}
