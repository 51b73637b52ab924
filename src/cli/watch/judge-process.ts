/**
 * The process that judges what the proxy of `bookdist watch` passes on. It is separate, so
 * that nothing that happens here can hold up traffic.
 */
import { type ProxiedCall, recordProxiedCall } from '../../traffic/proxy/index.ts';
import type { ObservedExchange } from '../../monitor/index.ts';
import {
  createLiveListener,
  createTrafficRun,
  describeDrift,
  type ExchangeFindings,
} from '../../traffic/index.ts';
import { createAccountLabels, openRecordFile } from '../../traffic/recordings/index.ts';
import { toPlainText } from '../../report/wording/index.ts';
import { createTrafficRecord, reportTraffic } from '../judge/traffic-report.ts';
import { createProcessShell } from '../shell/index.ts';
import { isMessageList, type JudgeMessage, type WatchSettings } from './watch-settings.ts';

/** Creates the function that handles the messages. */
function createJudge(settings: WatchSettings): (message: JudgeMessage) => Promise<void> {
  const shell = createProcessShell();
  const run = createTrafficRun(settings.report.only);
  const traffic = createTrafficRecord(settings.report.formats.bodies);
  const file = settings.record === undefined ? undefined : openRecordFile(settings.record);
  const judgeExchange = (exchange: ObservedExchange): void => {
    const findings = run.judge(exchange);
    traffic.add(exchange);
    for (const line of formatFindings(exchange, findings)) shell.out(`${line}\n`);
  };
  const labels = createAccountLabels(traffic.addKey);
  const listener = createLiveListener(judgeExchange, settings.target, labels);
  const openCalls = new Map<number, ReturnType<typeof listener.start>>();
  const end = async (id: number, call: ProxiedCall): Promise<void> => {
    const exchange = recordProxiedCall(call);
    openCalls.get(id)?.(exchange);
    openCalls.delete(id);
    await file?.write(exchange);
  };
  const skipCalls = (calls: number): void => {
    listener.skip(calls);
    file?.skip(calls);
  };
  const finish = async (): Promise<void> => {
    await file?.close();
    process.exitCode = await reportTraffic(run, traffic, { options: settings.report, shell });
    process.disconnect();
  };
  return async (message) => {
    if (message.type === 'start') openCalls.set(message.id, listener.start(message.request));
    if (message.type === 'skipped') skipCalls(message.calls);
    if (message.type === 'end') await end(message.id, message.call);
    if (message.type === 'finish') await finish();
  };
}

function formatFindings(
  { request }: ObservedExchange,
  { drifts, callerFindings }: ExchangeFindings,
): string[] {
  const target = request.toStorage ? 'upload' : request.path;
  const lines = [
    ...drifts.map((drift) => `✗ ${describeDrift(drift)}`),
    ...callerFindings.map(
      ({ requirement, expected, actual }) =>
        `! caller: ${request.method} ${target}  ${requirement}: ${actual}; expected ${expected}`,
    ),
  ];
  return lines.map(toPlainText);
}

let judge: ReturnType<typeof createJudge> | undefined;
/** Messages are processed one after another, in the order of sending. */
let queue = Promise.resolve();

process.on('message', (messages) => {
  if (!isMessageList(messages)) return;
  for (const message of messages) {
    if (message.type === 'settings') judge = createJudge(message.settings);
    queue = queue.then(async () => judge?.(message));
  }
});
// A terminal sends Ctrl-C to both processes; the proxy says when this one is to end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
// Work in progress, such as a half-written report, is finished first.
process.on('disconnect', () => void queue.then(() => process.exit()));
