/** Plays the case of a drift a few times on one version of a service. */
import { join } from 'node:path';
import type { Report } from '../../report/record/index.ts';
import { CannotDo, type Shell } from '../shell/index.ts';
import { verifyForReport } from '../verify/index.ts';
import type { ChosenDrift } from './chosen-drift.ts';
import type { VersionResult } from './find-first-drift.ts';
import { CannotStartVersion, startVersion } from './start-version.ts';

export interface PlaySettings {
  readonly drift: ChosenDrift;
  /** True if the first play has shown the drift in another version. */
  readonly isShown: boolean;
  /** The address, and the commands that start and end a version; `{}` is the version. */
  readonly url: string;
  readonly start: string | undefined;
  readonly stop: string | undefined;
  /** Milliseconds. */
  readonly wait: number;
  readonly out: string;
  readonly signal: AbortSignal;
  readonly shell: Shell;
}

/**
 * Starts a version, plays the case, and ends the version.
 * @throws CannotDo if the address is taken, or the version does not end
 */
export async function playVersion(
  version: string,
  tries: number,
  settings: PlaySettings,
): Promise<VersionResult> {
  const fill = (text: string): string => text.replaceAll('{}', version);
  const { url, start, stop, wait, signal } = settings;
  if (start === undefined) return playDrift(version, tries, settings);
  const commands = { start: fill(start), stop: stop && fill(stop) };
  try {
    const end = await startVersion({ address: new URL(fill(url)), ...commands, wait, signal });
    try {
      return await playDrift(version, tries, settings);
    } finally {
      await end();
    }
  } catch (error) {
    if (error instanceof CannotStartVersion) return { version, reason: error.message };
    throw error;
  }
}

async function playDrift(
  version: string,
  tries: number,
  settings: PlaySettings,
): Promise<VersionResult> {
  const { drift, isShown } = settings;
  const result = await playUntilDecided(drift.plays, isShown, async (options) =>
    playOptions(version, tries, { ...settings, options }),
  );
  return result ?? { version, drifted: 0, tries };
}

/**
 * Plays the ways to show the drift, until one does. If the first has shown it in another version, it decides, unless its
 * calls say nothing about the requirement without the drift.
 */
export async function playUntilDecided(
  plays: ChosenDrift['plays'],
  isShown: boolean,
  play: (options: readonly string[]) => Promise<VersionResult>,
): Promise<VersionResult | undefined> {
  let result: VersionResult | undefined;
  for (const [index, options] of plays.entries()) {
    const played = await play(options);
    const isTested = 'drifted' in played;
    if (isTested && played.drifted > 0) return { ...played, play: index };
    if (isTested && isShown) return played;
    if (isTested || result === undefined) result = played;
  }
  return result;
}

async function playOptions(
  version: string,
  tries: number,
  settings: PlaySettings & { readonly options: readonly string[] },
): Promise<VersionResult> {
  const { drift, url, wait, out, signal, shell, options } = settings;
  const folder = join(out, version.replaceAll(/[^\w.-]/g, '_'));
  const files = ['--out', folder, '--format', 'json,html'];
  const args = [url.replaceAll('{}', version), ...options, ...files, '--wait', `${wait}ms`];
  const quietShell = { ...shell, errTerminal: { ...shell.errTerminal, quiet: true } };
  let drifted = 0;
  let reason: string | undefined;
  for (let played = 0; played < tries && !signal.aborted; played += 1) {
    const report = await verifyForReport(args, quietShell);
    if (isDrifting(report, drift.requirement)) drifted += 1;
    else reason ??= explainMissingVerdict(report, drift.requirement);
    // The calls of a flaky drift may say nothing about the requirement when it does not show.
    if (report.run.stopped !== undefined) break;
  }
  if (signal.aborted) throw new CannotDo('The search was interrupted.');
  return drifted > 0 || reason === undefined ? { version, drifted, tries } : { version, reason };
}

function isDrifting({ findings }: Report, requirement: string): boolean {
  return findings.some((row) => row.requirement === requirement);
}

/** Returns why a run without the drift did not show that the requirement is met; undefined if it did. */
function explainMissingVerdict(report: Report, requirement: string): string | undefined {
  const { requirements, silences, run } = report;
  const row = [...requirements, ...silences].find(({ id }) => id === requirement);
  const isDecided = row !== undefined && !['unproven', 'errored'].includes(row.verdict);
  if (run.stopped === undefined && isDecided) return undefined;
  return run.stoppedBecause ?? row?.reason ?? `no response concerned ${requirement}`;
}
