/** Reads the settings of a run, and rejects one without an address that probably should test a service. */
import { existsSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { type Environment, WrongUsage, programName, readOrWrongUsage } from '../shell/index.ts';
import {
  defaultTargetsFile,
  assertNoConnectionFlags,
  readConnection,
  defaultRate,
  parseTargetAddress,
  type TargetOptions,
} from '../target/index.ts';
import { version as toolVersion } from '../../generated/version.ts';
import type { Depth, Reach } from '../../harness/evidence/index.ts';
import type { RunOptions } from '../../harness/run/index.ts';
import { NotARevision, readRevision, type Revision, isNewer } from '../../contract/revision.ts';
import { defaultKeyNames } from '../../contract/key-names.ts';
import type { MinProven } from '../../report/record/index.ts';
import { type ChosenFormats, chooseFormats } from '../output/index.ts';
import type { FormatFlags, ConnectionFlags, BaselineFlags } from '../options.ts';
import { chooseExploration, chooseMemory, readConsent } from './run-extent.ts';
import { chooseStatements, type StatementFilter } from './plan-listing.ts';
import { type RequirementReplay, parseReplayToken } from './replay-token.ts';

interface OwnSandboxFlags {
  readonly fault?: readonly string[];
  readonly clock?: number;
  readonly list?: boolean;
  readonly ownSandbox?: boolean;
}

const confirmationHint = '--own-sandbox tests our own sandbox.';

/**
 * Rejects a run that probably should test a service, but has no address. Our own sandbox conforms, so the run
 * would pass without testing that service.
 * @throws WrongUsage with what to set
 */
function assertOwnSandboxIsMeant(flags: OwnSandboxFlags, environment: Environment): void {
  // These options are about our own sandbox, and a listing sends nothing.
  if (flags.fault !== undefined || flags.clock !== undefined || flags.list === true) return;
  const reason =
    describeLostAddress(environment) ??
    (flags.ownSandbox ? undefined : describeUnclearTarget(environment));
  if (reason !== undefined) throw new WrongUsage(reason);
}

/** Explains the first setting that only makes sense for a service; undefined without one. */
function describeLostAddress({ urlIsEmpty, key, secondKey }: Environment): string | undefined {
  if (urlIsEmpty === true) {
    return 'DISTRIBUTION_URL is set but empty, so there is no service to test. Set it to the address of the service, or unset it to test our own sandbox.';
  }
  const name = key === undefined ? 'DISTRIBUTION_SECOND_KEY' : 'DISTRIBUTION_API_KEY';
  if (key === undefined && secondKey === undefined) return undefined;
  return `${name} is set, but no service is named. Add its address (bookdist verify https://staging.example.com), or set DISTRIBUTION_URL. To test our own sandbox, unset ${name}.`;
}

/** Explains the first sign that the user wanted to test a service; undefined without one. */
function describeUnclearTarget({ ci }: Environment): string | undefined {
  if (ci === true) {
    return `No service is named, and CI is set. Set DISTRIBUTION_URL or add an address or a target to the command. ${confirmationHint}`;
  }
  if (!existsSync(defaultTargetsFile)) return undefined;
  return `${defaultTargetsFile} has targets, and none is named: bookdist verify NAME. ${confirmationHint}`;
}

export interface VerifyFlags extends ConnectionFlags, FormatFlags, BaselineFlags {
  readonly allow?: readonly string[];
  readonly only?: string;
  readonly seed?: number;
  readonly runs?: number;
  readonly depth?: Depth;
  readonly explore?: number;
  readonly reach: Reach;
  readonly bail?: boolean;
  readonly out?: string;
  readonly list?: boolean;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly maxRequests?: number;
  readonly maxTime?: number;
  readonly fault?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly clock?: number;
  readonly ownSandbox?: boolean;
  readonly replay?: string;
  readonly histories?: string;
  readonly explored?: string;
  readonly minProven?: MinProven;
  readonly asOf?: string;
  readonly revision?: string;
  readonly watch?: string;
}

/** The options of a run that the command line decides. */
type RunSettings = 'allow' | 'bail' | 'concurrency' | 'only' | 'rate' | 'reach' | 'runs' | 'seed';
type RunLimits = 'explore' | 'maxRequests' | 'maxTime';

export interface VerifySettings extends Pick<RunOptions, RunSettings | RunLimits> {
  readonly target: TargetOptions;
  readonly depth: Depth;
  readonly out: string;
  readonly formats: ChosenFormats;
  readonly baseline: BaselineFlags;
  readonly list: boolean;
  readonly replay: RequirementReplay | undefined;
  /** The file of generated histories that drifted; undefined for none. */
  readonly histories: string | undefined;
  /** The file of situations that earlier runs judged; undefined for none. */
  readonly explored: string | undefined;
  /** How much must be proven; undefined for the default. */
  readonly minProven: MinProven | undefined;
  /** Leaves out the cases that are newer than this version. */
  readonly asOf: string | undefined;
  /** The revision of the document to judge by; undefined for the current one. */
  readonly revision: { readonly name: string; readonly content: Revision } | undefined;
  readonly statements: StatementFilter;
  /** The program in the commands that reports print: `bookdist` or `npx bookdist`. */
  readonly program: string;
}

/** How many values are generated for each property: by default, and with `--explore`. */
export const defaultRuns = 25;
const exploringRuns = 100;
/** How many milliseconds a service under `--watch` may take to restart. */
const restartWait = 30_000;

/**
 * Merges the options with the environment.
 * @throws WrongUsage if they contradict each other or are incomplete
 */
export function readVerifySettings(
  address: string | undefined,
  flags: VerifyFlags,
  environment: Environment,
): VerifySettings {
  // These options are about our own sandbox, so they take precedence over the environment.
  const isSandboxOnly = flags.fault !== undefined || flags.clock !== undefined;
  const addressText = address ?? (isSandboxOnly ? undefined : environment.url);
  const target = readTarget(addressText, flags, environment);
  const isOwnSandbox = target.kind === 'own sandbox';
  const replay = readReplay(flags);
  const allow = readConsent(flags.allow, isOwnSandbox);
  const asOf = assertKnownVersion(flags.asOf);
  const revision = loadRevision(flags.revision);
  return {
    target,
    allow,
    reach: flags.reach,
    only: replay?.about ?? flags.only,
    seed: replay?.seed ?? flags.seed ?? randomInt(0, 2 ** 31 - 1),
    runs: flags.runs ?? (flags.explore === undefined ? defaultRuns : exploringRuns),
    depth: flags.depth ?? 'usual',
    explore: chooseExploration(flags, allow),
    bail: flags.bail === true,
    // The report and the scripts of the run with the drift are still needed.
    out: flags.out ?? (replay === undefined ? 'reports' : join('reports', 'replay')),
    formats: chooseFormats(flags, environment),
    baseline: flags,
    list: flags.list === true,
    concurrency: flags.concurrency ?? 8,
    rate: flags.rate ?? (isOwnSandbox ? undefined : defaultRate(target.address)),
    maxRequests: flags.maxRequests,
    maxTime: flags.maxTime,
    replay,
    ...chooseMemory(flags, isOwnSandbox),
    minProven: flags.minProven,
    asOf,
    revision,
    program: programName(environment),
    statements: chooseStatements({ asOf, revision: revision?.content }),
  };
}

function loadRevision(name: string | undefined): VerifySettings['revision'] {
  if (name === undefined) return undefined;
  return { name, content: readOrWrongUsage(NotARevision, () => readRevision(name)) };
}

function assertKnownVersion(asOf: string | undefined): string | undefined {
  if (asOf === undefined || !isNewer(asOf, toolVersion)) return asOf;
  throw new WrongUsage(`--as-of ${asOf} is newer than this version, bookdist ${toolVersion}.`);
}

/** Reads `--replay`. It cannot be combined with the options that it determines. */
function readReplay(flags: VerifyFlags): RequirementReplay | undefined {
  if (flags.replay === undefined) return undefined;
  const { only, seed, runs, minProven } = flags;
  const others = Object.entries({ only, seed, runs, 'min-proven': minProven });
  const [conflict] = others.find(([, value]) => value !== undefined) ?? [];
  if (conflict === undefined) return parseReplayToken(flags.replay);
  throw new WrongUsage(
    `--replay repeats one case exactly, so --${conflict} cannot be combined with it.`,
  );
}

function readTarget(
  addressText: string | undefined,
  flags: VerifyFlags,
  environment: Environment,
): TargetOptions {
  const faults = flags.fault ?? [];
  if (addressText === undefined) {
    assertNoConnectionFlags(flags);
    assertOwnSandboxIsMeant(flags, environment);
    return { kind: 'own sandbox', faults, clock: flags.clock };
  }
  const address = parseTargetAddress(addressText);
  if (flags.clock !== undefined) {
    throw new WrongUsage(
      '--clock sets the clock of our own sandbox, so it cannot be used with an address.',
    );
  }
  if (faults.length > 0)
    throw new WrongUsage(
      '--fault applies to our own sandbox, so it cannot be used with an address.',
    );
  if (environment.key === undefined && flags.list !== true) {
    throw new WrongUsage(
      'A service needs a key: set DISTRIBUTION_API_KEY. (Without an address, bookdist tests its own sandbox and needs no key.)',
    );
  }
  const { secondKey, keyNames = defaultKeyNames } = environment;
  if (secondKey !== undefined && secondKey === environment.key) {
    throw new WrongUsage(
      `${keyNames.second} equals ${keyNames.primary}. It must be the key of another account.`,
    );
  }
  // A service under development restarts when its files change.
  const wait = flags.wait ?? (flags.watch === undefined ? undefined : restartWait);
  const connection = readConnection({ ...flags, ...(wait !== undefined && { wait }) }, environment);
  const targetArgs = environment.target?.words;
  const keys = { key: environment.key ?? '', secondKey, keyNames };
  return { kind: 'service', address, ...keys, connection, targetArgs };
}
