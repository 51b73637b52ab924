/** Serves a sandbox, prints its addresses, and shuts it down on request. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { toPlainText } from '../../report/wording/index.ts';
import { createClock } from '../../sandbox/parts/index.ts';
import { serveSandbox, type ServedSandbox, type ServeOptions } from '../../sandbox/index.ts';
import { profiles, type ProfileName } from '../../contract/profiles.ts';
import { faults as allFaults } from '../../faults/index.ts';
import { parseReadings, findFaults, readingsFromAnswers } from '../own-sandbox/index.ts';
import {
  CannotDo,
  listenForInterrupt,
  prepareFile,
  readOptionFile,
  type Shell,
} from '../shell/index.ts';
import { readObserved } from '../output/index.ts';
import { seedBooks } from './seed-books.ts';
import { readKeys, readAccounts } from './accounts-file.ts';
import { openSharedStorage } from './shared-storage.ts';
import { createRequestLog, type LogFormat } from './log-lines.ts';
import { type RecordingProxy, openRecordingProxy } from './recording-proxy.ts';

/** The options of `bookdist sandbox` as commander parsed them. */
export interface SandboxFlags {
  readonly port: number;
  readonly storagePort?: number;
  readonly data?: string;
  readonly store?: string;
  readonly bytes?: string;
  /** Epoch milliseconds. */
  readonly clock?: number;
  readonly key?: readonly string[];
  readonly keyFile?: string;
  readonly cors?: readonly string[];
  /** A number of made-up books, or a file of books. */
  readonly seed?: string;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly storagePublicUrl?: string;
  readonly accounts?: string;
  readonly controlPort?: number;
  readonly controlHost?: string;
  readonly controlTokenFile?: string;
  readonly log?: LogFormat;
  readonly bodyLimit?: number;
  readonly valueLimit?: number;
  readonly grace?: number;
  readonly reading?: readonly string[];
  /** The observed.json of a service to imitate. */
  readonly like?: string;
  readonly profile?: ProfileName;
  readonly fault?: readonly string[];
  readonly judgeCaller?: boolean;
  readonly record?: string;
  readonly listFaults?: boolean;
  readonly listReadings?: boolean;
}

/** Serves until Ctrl-C, and then ends with exit code 0. */
export async function serveUntilInterrupted(flags: SandboxFlags, shell: Shell): Promise<number> {
  const variable = shell.environment.variable ?? (() => undefined);
  const accounts = flags.accounts && (await readAccounts(flags.accounts, variable));
  const options = {
    ...buildServeOptions(flags, shell, await readReadings(flags, shell)),
    ...(await readControlSettings(flags, variable)),
    ...(accounts
      ? { accounts }
      : { keys: await readKeys(flags, variable('DISTRIBUTION_SANDBOX_KEYS')) }),
  };
  const storage = await openSharedStorage({ ...flags, ...readStoreUrl(flags, variable) }, variable);
  const proxy = await openProxyIfNeeded(flags, options, shell);
  const all = { ...options, ...storage, findFaults };
  const sandboxServer = await startSandbox(proxy === undefined ? all : behindProxy(proxy, all));
  proxy?.connect(sandboxServer.url, sandboxServer.storageUrl);
  try {
    for (const { name, readings, faults } of accounts || []) {
      const { id = '' } =
        sandboxServer.sandbox.accounts.find((account) => account.name === name) ?? {};
      sandboxServer.sandbox.behave(id, { readings, faults: findFaults(faults) });
    }
    if (flags.seed !== undefined) await seedBooks(flags.seed, sandboxServer.sandbox, shell);
  } catch (error) {
    await sandboxServer.close();
    throw error;
  }
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  shell.out(formatGreeting({ ...sandboxServer, ...proxyAddresses(proxy) }, flags));
  await interrupt.pressed;
  const code = (await proxy?.end()) ?? 0;
  await sandboxServer.close();
  interrupt.release();
  return code;
}

/** The command line of a process is visible to everyone on the machine; the environment is not. */
function readStoreUrl(
  { store, bytes }: SandboxFlags,
  variable: (name: string) => string | undefined,
): { readonly store?: string } {
  const url = store ?? (bytes === undefined ? undefined : variable('DISTRIBUTION_SANDBOX_STORE'));
  if (store !== undefined) process.title = 'bookdist sandbox';
  return url === undefined ? {} : { store: url };
}

async function openProxyIfNeeded(
  { judgeCaller: judgesCallers = false, record }: SandboxFlags,
  options: ServeOptions,
  shell: Shell,
): Promise<RecordingProxy | undefined> {
  if (!judgesCallers && record === undefined) return undefined;
  if (record !== undefined) await prepareFile(record, '--record');
  const { host = '127.0.0.1', port = 0, storagePort = 0 } = options;
  try {
    return await openRecordingProxy({ host, port, storagePort, judgesCallers, record }, shell);
  } catch (error) {
    throw explainStartFailure(error, options);
  }
}

/** The sandbox listens on free ports, and its links use the addresses of the front. */
function behindProxy(proxy: RecordingProxy, options: ServeOptions): ServeOptions {
  const { publicUrl = proxy.url, storagePublicUrl = proxy.storageUrl } = options;
  return { ...options, host: '127.0.0.1', port: 0, storagePort: 0, publicUrl, storagePublicUrl };
}

function proxyAddresses(proxy: RecordingProxy | undefined): Partial<ServedSandbox> {
  return proxy === undefined ? {} : { url: proxy.url, storageUrl: proxy.storageUrl };
}

/** A profile, then observed readings, then readings by name; later ones take precedence. */
async function readReadings(
  { like, profile, reading }: SandboxFlags,
  shell: Shell,
): Promise<Readonly<Record<string, string>>> {
  const readingsByName = parseReadings(reading ?? []);
  const profileReadings = profile === undefined ? {} : profiles[profile];
  if (like === undefined) return { ...profileReadings, ...readingsByName };
  const { readings, unsupported } = readingsFromAnswers(await readObserved(like, '--like'));
  for (const unsupportedAnswer of unsupported)
    shell.err(`The sandbox cannot imitate it: ${toPlainText(unsupportedAnswer)}.\n`);
  return { ...profileReadings, ...readings, ...readingsByName };
}

function buildServeOptions(
  flags: SandboxFlags,
  shell: Shell,
  readings: Readonly<Record<string, string>>,
): ServeOptions {
  const { host, publicUrl, storagePublicUrl, data, bodyLimit, valueLimit } = flags;
  const clock = createClock();
  if (flags.clock !== undefined) clock.set(flags.clock);
  return {
    port: flags.port,
    // By default storage takes the next port, or any free port if the service does.
    storagePort: flags.storagePort ?? (flags.port === 0 ? 0 : flags.port + 1),
    cors: flags.cors ?? [],
    clock,
    readings,
    faults: findFaults(flags.fault ?? []),
    ...omitUndefined({ host, publicUrl, storagePublicUrl, data, bodyLimit, valueLimit }),
    ...(flags.grace !== undefined && { deadlines: { graceMs: flags.grace * 1000 } }),
    ...createRequestLog(flags.log, shell),
  };
}

async function readControlSettings(
  { controlPort, controlHost, controlTokenFile }: SandboxFlags,
  variable: (name: string) => string | undefined,
): Promise<Pick<ServeOptions, 'control'>> {
  if (controlPort === undefined) return {};
  const token =
    controlTokenFile === undefined
      ? variable('DISTRIBUTION_SANDBOX_TOKEN')
      : (await readOptionFile('--control-token-file', controlTokenFile)).trim();
  return {
    control: {
      port: controlPort,
      ...omitUndefined({ host: controlHost, token }),
      findFaults,
      faultNames: allFaults.map(({ name }) => name),
    },
  };
}

async function startSandbox(options: ServeOptions): Promise<ServedSandbox> {
  try {
    return await serveSandbox(options);
  } catch (error) {
    throw explainStartFailure(error, options);
  }
}

/** Returns one sentence for an expected failure, such as a port in use or a folder without write access. */
function explainStartFailure(error: unknown, options: ServeOptions): unknown {
  if (!(error instanceof Error)) return error;
  // Data in use, a newer schema, an open control API: the message is enough.
  if (!('code' in error)) return error.name === 'Error' ? new CannotDo(error.message) : error;
  if (error.code === 'EADDRINUSE') {
    const usedPort = 'port' in error ? String(error.port) : String(options.port);
    return new CannotDo(
      `Port ${usedPort} is taken, perhaps by another sandbox. Choose one with --port and --storage-port; 0 takes any free one.`,
    );
  }
  if (error.code === 'EACCES' && options.data === undefined) {
    return new CannotDo(
      'This user may not listen on that port. Choose one above 1023 with --port.',
    );
  }
  return new CannotDo(`The sandbox could not start: ${error.message}.`);
}

function formatGreeting(sandboxServer: ServedSandbox, flags: SandboxFlags): string {
  const lines = [
    `sandbox   ${sandboxServer.url}`,
    `storage   ${sandboxServer.storageUrl}`,
    ...(flags.accounts === undefined
      ? sandboxServer.sandbox.keys.map((key) => `key       ${key}`)
      : sandboxServer.sandbox.accounts.map(({ name }) => `account   ${name}`)),
    ...(sandboxServer.controlUrl === undefined ? [] : [`control   ${sandboxServer.controlUrl}`]),
    ...(flags.data === undefined ? [] : [`data      ${flags.data}`]),
    ...(flags.profile === undefined ? [] : [`profile   ${flags.profile}`]),
    ...(flags.like === undefined ? [] : [`like      ${flags.like}`]),
    ...(flags.fault ?? []).map((name) => `fault     ${name}`),
    ...(flags.reading ?? []).map((reading) => `reading   ${reading}`),
    'Ctrl-C stops it.',
  ];
  return `${lines.join('\n')}\n`;
}
