/** Serves the proxy of `bookdist watch` until it is asked to end. */
import { once } from 'node:events';
import { rootCertificates } from 'node:tls';
import { isObject } from '../../contract/json-pointer.ts';
import { explainNetworkFailure } from '../../harness/wire/index.ts';
import { createPassThroughProxy } from '../../traffic/proxy/index.ts';
import {
  CannotDo,
  listenForInterrupt,
  getErrorMessage,
  prepareFile,
  prepareFolder,
  type Shell,
} from '../shell/index.ts';
import { readCertificates } from '../target/index.ts';
import { startJudge } from './judge-link.ts';
import { readWatchSettings, type WatchFlags } from './watch-settings.ts';

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
  const onReportSignal = (): void => judge.report();
  process.on('SIGUSR2', onReportSignal);
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
    process.off('SIGUSR2', onReportSignal);
    server.closeAllConnections();
    judge.stop();
  }
}

/** Says why calls get no response, once until the reason changes. */
function createLossReporter({ err }: Shell): (error: Error, url: string) => void {
  let lastMessage = '';
  return (error, url) => {
    const { message, advice } = explainNetworkFailure(error, url);
    if (message !== lastMessage) err(`A call got no response: ${message}. ${advice}\n`);
    lastMessage = message;
  };
}

function describeProxy(address: unknown, target: string, { host, storage }: WatchFlags): string {
  const port = isObject(address) ? JSON.stringify(address['port']) : '';
  const uploads = storage
    ? 'Uploads pass through as well.'
    : 'Uploads go to storage directly (--storage changes that).';
  return `Watching http://${host}:${port} → ${target}. ${uploads} Ctrl-C writes the report and ends; SIGUSR2 writes one and continues.`;
}
