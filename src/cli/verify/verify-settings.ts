/** The settings of a verification, from options and environment. */
import { randomInt } from 'node:crypto';
import { version as toolVersion } from '../../generated/version.ts';
import type { Consent, Depth, Reach } from '../../harness/evidence/index.ts';
import type { RunOptions } from '../../harness/run/index.ts';
import { consents } from '../../harness/wire/index.ts';
import { NotARevision, readRevision, type Revision } from '../../contract/revision.ts';
import { usualKeyNames } from '../../contract/key-names.ts';
import { isNewer } from '../../contract/since.ts';
import type { MinProven } from '../../report/record/index.ts';
import { type ChosenFormats, chooseFormats } from '../output/index.ts';
import { type Environment, programName, suggest, WrongUsage } from '../shell/index.ts';
import type { FormatFlags, ConnectionFlags, MemoryFlags } from '../options/index.ts';
import {
  assertNoConnectionFlags,
  connectionFrom,
  rateFor,
  targetAddress,
  type TargetSetting,
} from '../target/index.ts';
import { chooseStatements, type Statements } from './statements.ts';
import { assertOwnSandboxIsMeant } from './own-sandbox-choice.ts';
import { type AboutReplay, parseReplayToken } from './replay-token.ts';

/** The options of `bookdist verify` as commander parsed them. */
export interface VerifyFlags extends ConnectionFlags, FormatFlags, MemoryFlags {
  readonly allow?: readonly string[];
  readonly only?: string;
  readonly seed?: number;
  readonly runs?: number;
  readonly depth?: Depth;
  readonly reach: Reach;
  readonly bail?: boolean;
  readonly out: string;
  readonly list?: boolean;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly maxRequests?: number;
  readonly maxTime?: number;
  readonly fault?: readonly string[];
  /** Epoch milliseconds. */
  readonly clock?: number;
  readonly ownSandbox?: boolean;
  readonly replay?: string;
  readonly minProven?: MinProven;
  readonly asOf?: string;
  readonly revision?: string;
  readonly watch?: string;
}

/** The options of a run that the command line decides. */
type RunSettings = Pick<
  RunOptions,
  | 'allow'
  | 'bail'
  | 'concurrency'
  | 'maxRequests'
  | 'maxTime'
  | 'only'
  | 'rate'
  | 'reach'
  | 'runs'
  | 'seed'
>;

export interface VerifySettings extends RunSettings {
  readonly target: TargetSetting;
  readonly depth: Depth;
  readonly out: string;
  readonly formats: ChosenFormats;
  readonly memory: MemoryFlags;
  readonly list: boolean;
  readonly replay: AboutReplay | undefined;
  /** The requirements that must be proven; undefined for the default. */
  readonly minProven: MinProven | undefined;
  /** Leaves out the cases that are newer than this version. */
  readonly asOf: string | undefined;
  /** The revision of the document to judge by; undefined for the current one. */
  readonly revision: { readonly name: string; readonly content: Revision } | undefined;
  readonly statements: Statements;
  /** The program in the commands that reports print: `bookdist` or `npx bookdist`. */
  readonly program: string;
}

/** Values drawn for each property by default. */
export const usualRuns = 25;
/** Values drawn for each property at the greatest depth. */
const deepRuns = 100;
/** Milliseconds for a watched service to start again. */
const restartTime = 30_000;
/** The default number of concurrent requests. */
const usualConcurrency = 8;

/**
 * Puts options and environment together.
 * @throws WrongUsage if they contradict each other or are incomplete
 */
export function verifySettings(
  written: string | undefined,
  flags: VerifyFlags,
  environment: Environment,
): VerifySettings {
  // These options are about our own sandbox, so they take precedence over the environment.
  const ownOnly = flags.fault !== undefined || flags.clock !== undefined;
  const target = targetOf(written ?? (ownOnly ? undefined : environment.url), flags, environment);
  const ours = target.kind === 'own sandbox';
  const replay = replayOf(flags);
  const { depth = 'usual' } = flags;
  const asOf = asOfVersion(flags.asOf);
  const revision = revisionOf(flags.revision);
  return {
    target,
    allow: consentOf(flags.allow, ours),
    reach: flags.reach,
    only: replay?.about ?? flags.only,
    seed: replay?.seed ?? flags.seed ?? randomInt(0, 2 ** 31 - 1),
    runs: flags.runs ?? (depth === 'deep' ? deepRuns : usualRuns),
    depth,
    bail: flags.bail === true,
    out: flags.out,
    formats: chooseFormats(flags, environment),
    memory: flags,
    list: flags.list === true,
    concurrency: flags.concurrency ?? usualConcurrency,
    rate: flags.rate ?? (ours ? undefined : rateFor(target.address)),
    maxRequests: flags.maxRequests,
    maxTime: flags.maxTime,
    replay,
    minProven: flags.minProven,
    asOf,
    revision,
    program: programName(environment),
    statements: chooseStatements({ asOf, revision: revision?.content }),
  };
}

function revisionOf(name: string | undefined): VerifySettings['revision'] {
  if (name === undefined) return undefined;
  try {
    return { name, content: readRevision(name) };
  } catch (error) {
    if (error instanceof NotARevision) throw new WrongUsage(`--revision: ${error.message}`);
    throw error;
  }
}

function asOfVersion(asOf: string | undefined): string | undefined {
  if (asOf === undefined || !isNewer(asOf, toolVersion)) return asOf;
  throw new WrongUsage(`--as-of ${asOf} is newer than this version, bookdist ${toolVersion}.`);
}

/** A replay chooses case, seed and number of values itself, and proves only one requirement. */
function replayOf({ replay, only, seed, runs, minProven }: VerifyFlags): AboutReplay | undefined {
  if (replay === undefined) return undefined;
  const conflict = Object.entries({ only, seed, runs, 'min-proven': minProven }).find(
    ([, value]) => value !== undefined,
  );
  if (conflict === undefined) return parseReplayToken(replay);
  throw new WrongUsage(
    `--replay repeats one case exactly, so --${conflict[0]} cannot be combined with it.`,
  );
}

function targetOf(
  written: string | undefined,
  flags: VerifyFlags,
  environment: Environment,
): TargetSetting {
  const faults = flags.fault ?? [];
  if (written === undefined) {
    assertNoConnectionFlags(flags);
    assertOwnSandboxIsMeant(flags, environment);
    return { kind: 'own sandbox', faults, clock: flags.clock };
  }
  const address = targetAddress(written);
  if (flags.clock !== undefined) {
    throw new WrongUsage(
      '--clock sets the clock of our own sandbox, so it cannot be used with an address.',
    );
  }
  if (faults.length > 0) {
    throw new WrongUsage(
      '--fault applies to our own sandbox, so it cannot be used with an address.',
    );
  }
  if (environment.key === undefined && flags.list !== true) {
    throw new WrongUsage(
      'A service needs a key: set DISTRIBUTION_API_KEY. (Without an address, bookdist tests its own sandbox and needs no key.)',
    );
  }
  const { secondKey, keyNames = usualKeyNames } = environment;
  if (secondKey !== undefined && secondKey === environment.key) {
    throw new WrongUsage(
      `${keyNames.second} equals ${keyNames.own}. It must be the key of another account.`,
    );
  }
  // A service under development restarts when its files change.
  const wait = flags.wait ?? (flags.watch === undefined ? undefined : restartTime);
  const connection = connectionFrom({ ...flags, ...(wait !== undefined && { wait }) }, environment);
  const named = environment.target?.words;
  const keys = { key: environment.key ?? '', secondKey, keyNames };
  return { kind: 'service', address, ...keys, connection, named };
}

/** Reading is always allowed, because a run without it could not test anything. */
function consentOf(written: readonly string[] | undefined, ours: boolean): ReadonlySet<Consent> {
  if (written === undefined) return new Set(ours ? consents : ['read']);
  const allowed = written.map((word) => {
    const known = consents.find((consent) => consent === word);
    if (known !== undefined) return known;
    throw new WrongUsage(
      `--allow takes ${consents.join(', ')}, not "${word}".${suggest(word, consents)}`,
    );
  });
  return new Set(consents.filter((consent) => consent === 'read' || allowed.includes(consent)));
}
