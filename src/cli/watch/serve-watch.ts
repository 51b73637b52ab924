/** Serves a watch: forwards calls, and judges a copy of them in a process of its own. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { rootCertificates } from 'node:tls';
import { type ProxyListener, createPassThroughProxy } from '../../traffic/proxy/index.ts';
import {
  type Shell,
  CannotDo,
  listenForInterrupt,
  getErrorMessage,
  prepareFile,
  prepareFolder,
} from '../shell/index.ts';
import {
  type JudgeMessage,
  type WatchSettings,
  readWatchSettings,
  type WatchFlags,
} from './watch-settings.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { explainNetworkFailure } from '../../harness/wire/index.ts';
import { toPlainText } from '../../report/wording/index.ts';
import { readCertificates } from '../target/index.ts';

export interface JudgeLink {
  readonly listener: ProxyListener;
  /** Lets the judge write its report; returns its exit code, or 3 if it wrote none. */
  readonly finish: () => Promise<number>;
  /** Kills the judge if it is still running. */
  readonly stop: () => void;
}

/** Limits on the messages that wait for the judge and on the bytes of their bodies, to bound memory use. */
const maxQueuedMessages = 2000;
const maxQueuedBytes = 64 * 1024 * 1024;
/** How long messages are collected. A busy proxy spends less time on one batch than on many single messages. */
const batchIntervalMs = 20;
/** How long the judge may process waiting messages and write its report. A second Ctrl-C kills it earlier. */
const finishTimeoutMs = 120_000;

/** Starts the judging process. */
function startJudge(settings: WatchSettings, shell: Shell): JudgeLink {
  const isSource = import.meta.url.endsWith('.ts');
  const module = new URL(`./judge-process${isSource ? '.ts' : '.js'}`, import.meta.url);
  const child = fork(fileURLToPath(module), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const state = { queuedMessages: 0, queuedBytes: 0, skippedCalls: 0, hasEnded: false };
  // Without a listener, an error of the child process would end the proxy.
  child.on('error', () => undefined);
  lowerPriority(child.pid);
  child.once('exit', (code, signal) => {
    state.hasEnded = true;
    if (code === 0 || code === 1 || code === 3) return;
    shell.err(
      `The judge ended (${signal ?? code}). Traffic still passes through, but is no longer judged; start bookdist watch again to judge it.\n`,
    );
  });
  const sender = createSender(child, state);
  sender.send({ type: 'settings', settings });
  return {
    listener: createListener(sender, state),
    finish: async () => finish(child, state, sender),
    stop: () => {
      state.hasEnded = true;
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
    },
  };
}

/** Gives traffic priority over judging if both need the same processor. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The system does not allow it.
  }
}

interface LinkState {
  queuedMessages: number;
  queuedBytes: number;
  skippedCalls: number;
  hasEnded: boolean;
}

interface Sender {
  /** Returns whether the judge will get the message. */
  readonly send: (message: JudgeMessage) => boolean;
  readonly flush: () => void;
}

/** Creates a sender that collects messages and sends them in batches. */
function createSender(child: ChildProcess, state: LinkState): Sender {
  let batch: JudgeMessage[] = [];
  const flush = (): void => {
    const messages = batch;
    batch = [];
    if (!child.connected || messages.length === 0) return;
    const bytes = messages.reduce((sum, message) => sum + countBytes(message), 0);
    // Without a callback, a judge that ends while a message is written would raise an error here.
    child.send(messages, () => {
      state.queuedMessages -= messages.length;
      state.queuedBytes -= bytes;
    });
  };
  const send = (message: JudgeMessage): boolean => {
    if (state.hasEnded || !child.connected) return false;
    state.queuedMessages += 1;
    state.queuedBytes += countBytes(message);
    if (batch.length === 0) setTimeout(flush, batchIntervalMs);
    batch.push(message);
    return true;
  };
  return { send, flush };
}

function countBytes(message: JudgeMessage): number {
  if (message.type !== 'end') return 0;
  const { requestBytes, response } = message.call;
  return (requestBytes?.length ?? 0) + (response?.bytes?.length ?? 0);
}

function createListener({ send }: Sender, state: LinkState): ProxyListener {
  let id = 0;
  return {
    start: (request) => {
      if (state.queuedMessages > maxQueuedMessages || state.queuedBytes > maxQueuedBytes) {
        state.skippedCalls += 1;
        return () => undefined;
      }
      if (state.skippedCalls > 0 && send({ type: 'skipped', calls: state.skippedCalls }))
        state.skippedCalls = 0;
      id += 1;
      const callId = id;
      send({ type: 'start', id: callId, request });
      return (call) => void send({ type: 'end', id: callId, call });
    },
  };
}

async function finish(child: ChildProcess, state: LinkState, sender: Sender): Promise<number> {
  if (state.skippedCalls > 0) sender.send({ type: 'skipped', calls: state.skippedCalls });
  if (!sender.send({ type: 'finish' })) return 3;
  sender.flush();
  const timer = setTimeout(() => child.kill('SIGKILL'), finishTimeoutMs);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  clearTimeout(timer);
  return child.exitCode ?? 3;
}

/**
 * Passes calls on until Ctrl-C or SIGTERM.
 * @returns the exit code of the report
 */
export async function serveWatch(flags: WatchFlags, shell: Shell): Promise<number> {
  const settings = readWatchSettings(flags, shell.environment);
  await prepareFolder(settings.report.out);
  if (settings.record !== undefined) await prepareFile(settings.record, '--record');
  const ca = flags.ca === undefined ? undefined : [...rootCertificates, readCertificates(flags.ca)];
  const judge = startJudge(settings, shell);
  const target = new URL(settings.target);
  const server = createPassThroughProxy({
    target: () => target,
    storage: flags.storage === true,
    listener: judge.listener,
    onNoResponse: createLossReporter(shell),
    ...(ca && { ca }),
  });
  try {
    server.listen(flags.port, flags.host);
    await once(server, 'listening').catch((error: unknown) => {
      throw new CannotDo(`Port ${flags.port} cannot be opened: ${getErrorMessage(error)}.`);
    });
    shell.out(`${describeProxy(server.address(), settings.target, flags)}\n`);
    const interrupt = listenForInterrupt(shell, 'Stopping: writing the report.');
    await interrupt.interrupted;
    interrupt.release();
    server.close();
    server.closeIdleConnections();
    return await judge.finish();
  } finally {
    server.closeAllConnections();
    judge.stop();
  }
}

/** Says why calls get no response, once until the reason changes. */
function createLossReporter({ err }: Shell): (error: Error, url: string) => void {
  let lastMessage = '';
  return (error, url) => {
    const { message, advice } = explainNetworkFailure(error, url);
    if (message !== lastMessage)
      err(`${toPlainText(`A call got no response: ${message}. ${advice}`)}\n`);
    lastMessage = message;
  };
}

function describeProxy(address: unknown, target: string, { host, storage }: WatchFlags): string {
  const port = isObject(address) ? JSON.stringify(address['port']) : '';
  const uploads = storage
    ? 'Uploads pass through as well.'
    : 'Uploads go to storage directly (--storage changes that).';
  return `Watching http://${host}:${port} → ${target}. ${uploads} Ctrl-C writes the report and ends.`;
}
