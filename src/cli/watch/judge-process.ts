/**
 * The process that judges what the proxy of `bookdist watch` passes on. It is a process of its own so
 * that nothing that happens here can hold up traffic.
 */
import { type PassedCall, recordPassedCall } from '../../traffic/proxy/index.ts';
import { createLiveListener, createTrafficRun, describeDrift } from '../../traffic/index.ts';
import type { RecordedExchange } from '../../traffic/recordings/index.ts';
import { createTrafficRecord, reportTraffic } from '../judge/index.ts';
import { processShell } from '../shell/index.ts';
import { isJudgeMessage, type JudgeMessage } from './judge-messages.ts';
import { openRecordFile, type RecordFile } from './record-file.ts';
import type { WatchSettings } from './watch-settings.ts';

interface Judge {
  readonly hear: (message: JudgeMessage) => Promise<void>;
}

function createJudge(settings: WatchSettings): Judge {
  const shell = processShell();
  const run = createTrafficRun(settings.only);
  const traffic = createTrafficRecord(settings.formats.bodies);
  const file = settings.record === undefined ? undefined : openRecordFile(settings.record);
  const listener = createLiveListener((observed, recorded) => {
    const { exchange, drifts, calls } = run.hear(observed, recorded);
    if (exchange !== undefined) traffic.hear(exchange);
    for (const drift of drifts) shell.out(`✗ ${describeDrift(drift)}\n`);
    for (const { requirement, expected, actual } of calls) {
      const { method, path, toStorage } = observed.request;
      const called = toStorage ? 'upload' : path;
      shell.out(`! caller: ${method} ${called}  ${requirement}: ${actual}; expected ${expected}\n`);
    }
  }, settings.target);
  const open = new Map<number, ReturnType<typeof listener.start>>();
  const report = async (): Promise<number> =>
    reportTraffic(run, traffic, { options: reportOptions(settings), shell });
  return {
    hear: async (message) => {
      if (message.type === 'start') open.set(message.id, listener.start(message.request));
      if (message.type === 'skipped') listener.skip(message.calls);
      if (message.type === 'report') await report();
      if (message.type === 'end') {
        noteKey(message.call, traffic.addSecret);
        const exchange = await recordPassedCall(message.call);
        open.get(message.id)?.(exchange);
        open.delete(message.id);
        await writeTo(file, exchange);
      }
      if (message.type === 'finish') {
        await file?.close();
        process.exitCode = await report();
        process.disconnect();
      }
    },
  };
}

function noteKey({ request }: PassedCall, note: (secret: string) => void): void {
  const key = request.headers['apikey'];
  if (key !== undefined && key !== '') note(key);
}

async function writeTo(file: RecordFile | undefined, exchange: RecordedExchange): Promise<void> {
  await file?.write(exchange);
}

function reportOptions(settings: WatchSettings) {
  const { out, formats, only, minProven, failOn, observed, known, target } = settings;
  return {
    out,
    formats,
    only,
    minProven,
    failOnCaller: failOn === 'caller',
    memory: {
      ...(observed !== undefined && { observed }),
      ...(known !== undefined && { known }),
      failOn: failOn === 'caller' ? [] : [failOn],
    },
    again: `bookdist watch --target ${target}`,
  };
}

let judge: Judge | undefined;
/** Messages are worked off one after the other, in the order in which they were sent. */
let queue = Promise.resolve();

process.on('message', (message) => {
  if (!isJudgeMessage(message)) return;
  if (message.type === 'settings') judge = createJudge(message.settings);
  queue = queue.then(async () => judge?.hear(message));
});
// A terminal sends Ctrl-C to both processes; the proxy says when this one is to end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
// What is under way, such as a report that is half written, is finished first.
process.on('disconnect', () => void queue.then(() => process.exit()));
