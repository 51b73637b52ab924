/** Serves a sandbox, prints its addresses, and shuts it down at Ctrl-C. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { toPlainText } from '../../report/wording/index.ts';
import { createClock } from '../../sandbox/replaceable-parts/index.ts';
import {
  serveSandbox,
  type Sandbox,
  type ServedSandbox,
  type ServeOptions,
} from '../../sandbox/index.ts';
import { isLoopback } from '../../sandbox/server/index.ts';
import { profiles, type ProfileName } from '../../contract/requirements.ts';
import { faults as allFaults } from '../../faults/index.ts';
import { parseReadings, findFaults, chooseReadings } from '../own-sandbox.ts';
import {
  CannotDo,
  listenForInterrupt,
  prepareFile,
  readOptionFile,
  type Shell,
} from '../shell/index.ts';
import { readObserved } from '../output/index.ts';
import { addSeedBooks } from './seed-books.ts';
import { defaultKey, readKeys, readAccounts } from './accounts-file.ts';
import { openSharedStorage } from './shared-storage.ts';
import { createRequestLogger, type LogFormat } from './log-lines.ts';
import { type RecordingProxy, openRecordingProxy } from './recording-proxy.ts';

export interface SandboxFlags {
  readonly port: number;
  readonly storagePort?: number;
  readonly data?: string;
  readonly store?: string;
  readonly bytes?: string;
  /** Milliseconds since the epoch. */
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
  readonly grace?: number;
  readonly reading?: readonly string[];
  readonly like?: string;
  readonly profile?: ProfileName;
  readonly fault?: readonly string[];
  readonly revision?: string;
  readonly judgeCaller?: boolean;
  readonly record?: string;
  readonly listFaults?: boolean;
  readonly listReadings?: boolean;
}

/** Serves until Ctrl-C. Returns the exit code: 0, or 1 if a judged caller made a mistake. */
export async function serveUntilInterrupted(flags: SandboxFlags, shell: Shell): Promise<number> {
  const readVariable = shell.environment.variable ?? (() => undefined);
  const accounts = flags.accounts && (await readAccounts(flags.accounts, readVariable));
  const options = {
    ...buildServeOptions(flags, shell, await readReadings(flags, shell)),
    ...(await readControlSettings(flags, readVariable)),
    ...(accounts
      ? { accounts }
      : { keys: await readKeys(flags, readVariable('DISTRIBUTION_SANDBOX_KEYS')) }),
  };
  const store = readStoreUrl(flags, readVariable);
  const storage = await openSharedStorage({ ...flags, ...store }, readVariable);
  const proxy = await openProxyIfNeeded(flags, options, shell);
  const prepare = async (sandbox: Sandbox) => {
    setUpAccounts(sandbox, accounts || []);
    await addSeedBooks(flags.seed, sandbox, shell);
  };
  const server = await startBehindProxy(proxy, { ...options, ...storage, findFaults, prepare });
  const close = async (): Promise<void> => {
    proxy?.close();
    await server.close();
  };
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  const { url, storageUrl } = proxy ?? server;
  shell.out(formatGreeting({ ...server, url, storageUrl }, flags));
  if (!isLoopback(flags.host ?? '127.0.0.1') && server.sandbox.keys.includes(defaultKey)) {
    shell.err(
      `Others can reach this sandbox with the key ${defaultKey}. Choose another: --key-file.\n`,
    );
  }
  await interrupt.interrupted;
  const code = (await proxy?.end()) ?? 0;
  await close();
  interrupt.release();
  return code;
}

/** Starts a sandbox, behind the proxy if there is one. The proxy is closed if the sandbox cannot start. */
async function startBehindProxy(
  proxy: RecordingProxy | undefined,
  options: ServeOptions,
): Promise<ServedSandbox> {
  if (proxy === undefined) return startSandbox(options);
  try {
    const server = await startSandbox(moveBehindProxy(proxy, options));
    proxy.connect(server.url, server.storageUrl);
    return server;
  } catch (error) {
    proxy.close();
    throw error;
  }
}

/** Gives each account of the accounts file its readings and faults. */
function setUpAccounts(sandbox: Sandbox, accounts: Awaited<ReturnType<typeof readAccounts>>): void {
  for (const { name, readings, faults } of accounts) {
    const { id = '' } = sandbox.accounts.find((account) => account.name === name) ?? {};
    sandbox.settings.behave(id, { readings, faults });
  }
}

/** Returns the URL of the store, and hides one on the command line, which every user of the machine can see. */
function readStoreUrl(
  { store, bytes }: SandboxFlags,
  readVariable: (name: string) => string | undefined,
) {
  if (store !== undefined) process.title = 'bookdist sandbox';
  return omitUndefined({ store: store ?? (bytes && readVariable('DISTRIBUTION_SANDBOX_STORE')) });
}

async function openProxyIfNeeded(
  { judgeCaller: judgesCallers = false, record }: SandboxFlags,
  options: ServeOptions,
  shell: Shell,
): Promise<RecordingProxy | undefined> {
  if (!judgesCallers && record === undefined) return undefined;
  if (record !== undefined) await prepareFile(record, '--record');
  const { host = '127.0.0.1', port = 0, storagePort = 0, publicUrl, storagePublicUrl } = options;
  const addresses = { host, port, storagePort, publicUrl, storagePublicUrl };
  try {
    return await openRecordingProxy({ ...addresses, judgesCallers, record }, shell);
  } catch (error) {
    throw explainStartFailure(error, options);
  }
}

/** Lets the sandbox listen on free ports, and use the proxy's addresses in its links. */
function moveBehindProxy(proxy: RecordingProxy, options: ServeOptions): ServeOptions {
  const { publicUrl = proxy.url, storagePublicUrl = proxy.storageUrl } = options;
  return { ...options, host: '127.0.0.1', port: 0, storagePort: 0, publicUrl, storagePublicUrl };
}

/** Reads the readings of --profile, --like and --reading. Later options of this list take precedence. */
async function readReadings(
  { like, profile, reading }: SandboxFlags,
  shell: Shell,
): Promise<Readonly<Record<string, string>>> {
  const chosen = parseReadings(reading ?? []);
  const profileReadings = profile && profiles[profile];
  if (like === undefined) return { ...profileReadings, ...chosen };
  const { readings, unsupportedAnswers } = chooseReadings(await readObserved(like, '--like'));
  for (const answer of unsupportedAnswers)
    shell.err(`The sandbox cannot imitate it: ${toPlainText(answer)}.\n`);
  return { ...profileReadings, ...readings, ...chosen };
}

function buildServeOptions(
  flags: SandboxFlags,
  shell: Shell,
  readings: Readonly<Record<string, string>>,
): ServeOptions {
  const { host, publicUrl, storagePublicUrl, data } = flags;
  const clock = createClock();
  if (flags.clock !== undefined) clock.set(flags.clock);
  return {
    port: flags.port,
    // By default, storage uses the next port, or any free port if the service uses any free port.
    storagePort: flags.storagePort ?? (flags.port === 0 ? 0 : flags.port + 1),
    cors: flags.cors ?? [],
    clock,
    readings,
    faults: findFaults(flags.fault ?? []),
    ...omitUndefined({ host, publicUrl, storagePublicUrl, data }),
    ...(flags.grace !== undefined && { deadlines: { graceMs: flags.grace * 1000 } }),
    ...createRequestLogger(flags.log, shell),
  };
}

async function readControlSettings(
  { controlPort, controlHost, controlTokenFile }: SandboxFlags,
  readVariable: (name: string) => string | undefined,
): Promise<Pick<ServeOptions, 'control'>> {
  if (controlPort === undefined) return {};
  const token =
    controlTokenFile === undefined
      ? readVariable('DISTRIBUTION_SANDBOX_TOKEN')
      : (await readOptionFile('--control-token-file', controlTokenFile)).trim();
  const faultNames = allFaults.map(({ name }) => name);
  const access = omitUndefined({ host: controlHost, token });
  return { control: { port: controlPort, ...access, faultNames } };
}

async function startSandbox(options: ServeOptions): Promise<ServedSandbox> {
  try {
    return await serveSandbox(options);
  } catch (error) {
    throw explainStartFailure(error, options);
  }
}

/** Turns an expected failure, such as a port in use, into an error of one sentence. */
function explainStartFailure(error: unknown, options: ServeOptions): unknown {
  if (!(error instanceof Error)) return error;
  // Errors of the sandbox itself, such as a newer schema, already have a clear message.
  if (!('code' in error)) return error.name === 'Error' ? new CannotDo(error.message) : error;
  if (error.code === 'EADDRINUSE') {
    const port = 'port' in error ? error.port : options.port;
    const option = port === options.control?.port ? '--control-port' : '--port and --storage-port';
    return new CannotDo(
      `Port ${String(port)} is taken, perhaps by another sandbox. Choose one with ${option}; 0 takes any free one.`,
    );
  }
  if (error.code === 'EACCES' && options.data === undefined)
    return new CannotDo(
      'This user may not listen on that port. Choose one above 1023 with --port.',
    );
  return new CannotDo(`The sandbox could not start: ${error.message}.`);
}

function formatGreeting(server: ServedSandbox, flags: SandboxFlags): string {
  const { sandbox, url, storageUrl, controlUrl } = server;
  const { data, profile, like, fault, reading, revision } = flags;
  const accounts = sandbox.accounts.map(({ name }) => name);
  const facts = {
    sandbox: url,
    storage: storageUrl,
    ...(flags.accounts === undefined ? { key: sandbox.keys } : { account: accounts }),
    control: controlUrl,
    ...omitUndefined({ data, profile, like, fault, reading, revision }),
  };
  const lines = Object.entries(facts).flatMap(([name, values = []]) =>
    [values].flat().map((value) => `${name.padEnd(10)}${value}`),
  );
  return `${[...lines, 'Ctrl-C stops it.'].join('\n')}\n`;
}
