/** Finds the first version that shows a drift, or tests one version for `git bisect run`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { formatCount } from '../../report/wording/index.ts';
import {
  CannotDo,
  getErrorMessage,
  listenForInterrupt,
  prepareFolder,
  type Shell,
  suggest,
  writeRecord,
  WrongUsage,
} from '../shell/index.ts';
import { type ChosenDrift, chooseDrift } from './chosen-drift.ts';
import {
  findFirstDrift,
  type FirstDrift,
  NothingToFind,
  type VersionResult,
} from './find-first-drift.ts';
import { playVersion } from './play-version.ts';

export interface BisectFlags {
  readonly url: string;
  readonly start?: string;
  readonly stop?: string;
  readonly versions?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly drift?: string;
  readonly allow?: readonly string[];
  readonly tries: number;
  readonly wait: number;
  readonly gitRun?: boolean;
  readonly out: string;
  /** More options of `verify`. */
  readonly options: readonly string[];
}

/** How much more often a flaky drift is played, because it must not be missed. */
const flakyFactor = 4;

type Play = (version: string, isFlaky: boolean) => Promise<VersionResult>;

/**
 * @param drift a replay token, or the path of a report.json
 * @returns 0 if the first version was found, 3 if not, 130 after an interrupt; with --git-run, the exit code for git
 */
export async function runBisect(drift: string, flags: BisectFlags, shell: Shell): Promise<number> {
  const interrupt = listenForInterrupt(shell, 'Stopping, and ending the version that runs.');
  const { signal } = interrupt;
  try {
    const chosen = await chooseDrift(drift, flags.drift);
    const play = createPlay(chosen, { flags, shell, signal });
    await prepareFolder(flags.out);
    if (flags.gitRun === true) return toGitCode(await play('this version', false));
    return await search({ requirement: chosen.requirement, play }, flags, shell);
  } catch (error) {
    if (signal.aborted) return 130;
    if (flags.gitRun !== true) throw error;
    // git takes every exit code below 125 for a drift, and ends the search at 128.
    shell.err(`bookdist: ${getErrorMessage(error)}\n`);
    return 128;
  } finally {
    interrupt.release();
  }
}

interface PlayContext {
  readonly flags: BisectFlags;
  readonly shell: Shell;
  readonly signal: AbortSignal;
}

function createPlay(drift: ChosenDrift, { flags, shell, signal }: PlayContext): Play {
  const { url, start, stop, wait, out, options } = flags;
  const settings = { url, start, stop, wait, out, signal, shell };
  const allow = flags.allow === undefined ? [] : ['--allow', flags.allow.join(',')];
  let plays = drift.plays.map((play) => [...play, ...allow, ...options]);
  let isShown = false;
  return async (version, isFlaky) => {
    const tries = flags.tries * (isFlaky ? flakyFactor : 1);
    const result = await playVersion(version, tries, {
      ...settings,
      drift: { ...drift, plays },
      isShown,
    });
    // The newest version, which is the first, shows which play is enough.
    if ('play' in result) {
      plays = plays.slice(result.play);
      isShown = true;
    }
    shell.err(`${describeResult(result)}\n`);
    return result;
  };
}

async function search(
  { requirement, play }: { readonly requirement: string; readonly play: Play },
  flags: BisectFlags,
  shell: Shell,
): Promise<number> {
  const versions = chooseVersions(flags);
  const found = await findFirstDrift(versions, play).catch((error: unknown) => {
    throw error instanceof NothingToFind ? new CannotDo(error.message) : error;
  });
  await writeRecord(join(flags.out, 'bisect.json'), { requirement, ...found });
  const runs = `${formatCount(found.results.length, 'run')}, ${formatCount(versions.length, 'version')}`;
  shell.out(`${requirement} ${describeFirst(found)} (${runs})   ${flags.out}\n`);
  return found.lastGood === undefined ? 3 : 0;
}

function describeFirst({ first, lastGood, isFlaky }: FirstDrift): string {
  const flaky = isFlaky ? ', is flaky' : '';
  const version = first.at(-1) ?? '';
  if (lastGood === undefined) return `already drifts in ${version}, the oldest version${flaky}`;
  if (first.length === 1) return `first drifts in ${version}, not in ${lastGood}${flaky}`;
  const untested = first.slice(0, -1).join(', ');
  return `first drifts in ${version} or in a version that could not be tested: ${untested}${flaky}`;
}

function describeResult(result: VersionResult): string {
  if ('reason' in result) return `${result.version} could not be tested: ${result.reason}`;
  const { version, drifted, tries } = result;
  if (drifted === 0) return `${version} does not drift`;
  return drifted === tries
    ? `${version} drifts`
    : `${version} drifts in ${drifted} of ${tries} tries`;
}

function toGitCode(result: VersionResult): number {
  if ('reason' in result) return 125;
  return result.drifted > 0 ? 1 : 0;
}

/**
 * Returns the versions in the range, the oldest first.
 * @throws WrongUsage without versions, or if an end of the range is not among them
 */
function chooseVersions({ versions = listTags(), from, to, url, start }: BisectFlags): string[] {
  if (versions.length === 0)
    throw new WrongUsage('Name the versions with --versions: this folder has no tags of git.');
  if (![url, start ?? ''].some((text) => text.includes('{}')))
    throw new WrongUsage(
      'Neither --start nor --url contains {}, so every version would be the same. --git-run tests one version.',
    );
  const find = (version: string): number => {
    const index = versions.indexOf(version);
    if (index >= 0) return index;
    throw new WrongUsage(`${version} is not one of the versions.${suggest(version, versions)}`);
  };
  const range = versions.slice(
    from === undefined ? 0 : find(from),
    to === undefined ? undefined : find(to) + 1,
  );
  if (range.length > 0) return range;
  throw new WrongUsage(`${from} comes after ${to}. Name the oldest version first.`);
}

function listTags(): string[] {
  const { stdout } = spawnSync('git', ['tag', '--sort=version:refname'], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter((tag) => tag !== '');
}
