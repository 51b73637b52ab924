/** Serves a sandbox, prints its addresses, and shuts it down on request. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { toPlainText } from '../../report/wording/index.ts';
import { createClock } from '../../sandbox/parts/index.ts';
import { serveSandbox, type ServedSandbox, type ServeOptions } from '../../sandbox/index.ts';
import { profiles, type ProfileName } from '../../contract/profiles.ts';
import { faults as allFaults } from '../../faults/index.ts';
import { parseReadings, findFaults, readingsObserved } from '../own-sandbox/index.ts';
import {
  CannotDo,
  listenForInterrupt,
  prepareFile,
  readOptionFile,
  type Shell,
} from '../shell/index.ts';
import { readObserved } from '../output/index.ts';
import { seedBooks } from './seed-books.ts';
import { chosenKeys, readAccounts } from './accounts-file.ts';
import { openSharedStorage } from './shared-storage.ts';
import { logLines, type LogForm } from './log-lines.ts';
import { type JudgedFront, openJudgedFront } from './judged-front.ts';

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
  readonly log?: LogForm;
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
    ...serveOptions(flags, shell, await readingsFor(flags, shell)),
    ...(await controlSettings(flags, variable)),
    ...(accounts
      ? { accounts }
      : { keys: await chosenKeys(flags, variable('DISTRIBUTION_SANDBOX_KEYS')) }),
  };
  const storage = await openSharedStorage(
    { ...flags, ...withoutPassword(flags, variable) },
    variable,
  );
  const front = await openedFront(flags, options, shell);
  const all = { ...options, ...storage, findFaults };
  const served = await started(front === undefined ? all : behind(front, all));
  front?.connect(served.url, served.storageUrl);
  try {
    for (const { name, readings, faults } of accounts || []) {
      const { id = '' } = served.sandbox.accounts.find((account) => account.name === name) ?? {};
      served.sandbox.behave(id, { readings, faults: findFaults(faults) });
    }
    if (flags.seed !== undefined) await seedBooks(flags.seed, served.sandbox, shell);
  } catch (error) {
    await served.close();
    throw error;
  }
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  shell.out(greeting({ ...served, ...pickAddresses(front) }, flags));
  await interrupt.pressed;
  const code = (await front?.end()) ?? 0;
  await served.close();
  interrupt.release();
  return code;
}

/** The command line of a process is visible to everyone on the machine; the environment is not. */
function withoutPassword(
  { store, bytes }: SandboxFlags,
  variable: (name: string) => string | undefined,
): { readonly store?: string } {
  const url = store ?? (bytes === undefined ? undefined : variable('DISTRIBUTION_SANDBOX_STORE'));
  if (store !== undefined) process.title = 'bookdist sandbox';
  return url === undefined ? {} : { store: url };
}

async function openedFront(
  { judgeCaller: judges = false, record }: SandboxFlags,
  options: ServeOptions,
  shell: Shell,
): Promise<JudgedFront | undefined> {
  if (!judges && record === undefined) return undefined;
  if (record !== undefined) await prepareFile(record, '--record');
  const { host = '127.0.0.1', port = 0, storagePort = 0 } = options;
  try {
    return await openJudgedFront({ host, port, storagePort, judges, record }, shell);
  } catch (error) {
    throw cannotServe(error, options);
  }
}

/** The sandbox listens on free ports, and its links use the addresses of the front. */
function behind(front: JudgedFront, options: ServeOptions): ServeOptions {
  const { publicUrl = front.url, storagePublicUrl = front.storageUrl } = options;
  return { ...options, host: '127.0.0.1', port: 0, storagePort: 0, publicUrl, storagePublicUrl };
}

function pickAddresses(front: JudgedFront | undefined): Partial<ServedSandbox> {
  return front === undefined ? {} : { url: front.url, storageUrl: front.storageUrl };
}

/** A profile, then observed readings, then readings by name; later ones take precedence. */
async function readingsFor(
  { like, profile, reading }: SandboxFlags,
  shell: Shell,
): Promise<Readonly<Record<string, string>>> {
  const chosen = parseReadings(reading ?? []);
  const usual = profile === undefined ? {} : profiles[profile];
  if (like === undefined) return { ...usual, ...chosen };
  const { readings, unlike } = readingsObserved(await readObserved(like, '--like'));
  for (const line of unlike) shell.err(`The sandbox cannot imitate it: ${toPlainText(line)}.\n`);
  return { ...usual, ...readings, ...chosen };
}

function serveOptions(
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
    ...logLines(flags.log, shell),
  };
}

async function controlSettings(
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

async function started(options: ServeOptions): Promise<ServedSandbox> {
  try {
    return await serveSandbox(options);
  } catch (error) {
    throw cannotServe(error, options);
  }
}

/** Returns one sentence for an expected failure, such as a port in use or a folder without write access. */
function cannotServe(error: unknown, options: ServeOptions): unknown {
  if (!(error instanceof Error)) return error;
  // Data in use, a newer schema, an open control API: the message is enough.
  if (!('code' in error)) return error.name === 'Error' ? new CannotDo(error.message) : error;
  if (error.code === 'EADDRINUSE') {
    const taken = 'port' in error ? String(error.port) : String(options.port);
    return new CannotDo(
      `Port ${taken} is taken, perhaps by another sandbox. Choose one with --port and --storage-port; 0 takes any free one.`,
    );
  }
  if (error.code === 'EACCES' && options.data === undefined) {
    return new CannotDo(
      'This user may not listen on that port. Choose one above 1023 with --port.',
    );
  }
  return new CannotDo(`The sandbox could not start: ${error.message}.`);
}

function greeting(served: ServedSandbox, flags: SandboxFlags): string {
  const lines = [
    `sandbox   ${served.url}`,
    `storage   ${served.storageUrl}`,
    ...(flags.accounts === undefined
      ? served.sandbox.keys.map((key) => `key       ${key}`)
      : served.sandbox.accounts.map(({ name }) => `account   ${name}`)),
    ...(served.controlUrl === undefined ? [] : [`control   ${served.controlUrl}`]),
    ...(flags.data === undefined ? [] : [`data      ${flags.data}`]),
    ...(flags.profile === undefined ? [] : [`profile   ${flags.profile}`]),
    ...(flags.like === undefined ? [] : [`like      ${flags.like}`]),
    ...(flags.fault ?? []).map((name) => `fault     ${name}`),
    ...(flags.reading ?? []).map((reading) => `reading   ${reading}`),
    'Ctrl-C ends it.',
  ];
  return `${lines.join('\n')}\n`;
}
