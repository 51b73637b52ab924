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
  if (start === undefined) return playTries(version, tries, settings);
  const commands = { start: fill(start), stop: stop && fill(stop) };
  try {
    const end = await startVersion({ address: new URL(fill(url)), ...commands, wait, signal });
    try {
      return await playTries(version, tries, settings);
    } finally {
      await end();
    }
  } catch (error) {
    if (error instanceof CannotStartVersion) return { version, reason: error.message };
    throw error;
  }
}

/** Plays the ways to show the drift, until one does. */
async function playTries(
  version: string,
  tries: number,
  settings: PlaySettings,
): Promise<VersionResult> {
  let result: VersionResult = { version, drifted: 0, tries };
  for (const [index, options] of settings.drift.plays.entries()) {
    const played = await playOptions(version, tries, { ...settings, options });
    if ('drifted' in played && played.drifted > 0) return { ...played, play: index };
    if (index === 0 || 'reason' in result) result = played;
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
  for (let played = 0; played < tries && !signal.aborted; played += 1) {
    const report = await verifyForReport(args, quietShell);
    const reason = explainMissingVerdict(report, drift.requirement);
    if (reason !== undefined) return { version, reason };
    if (isDrifting(report, drift.requirement)) drifted += 1;
  }
  if (signal.aborted) throw new CannotDo('The search was interrupted.');
  return { version, drifted, tries };
}

function isDrifting({ findings }: Report, requirement: string): boolean {
  return findings.some((row) => row.requirement === requirement);
}

/** Returns why a run did not decide whether the requirement drifts; undefined if it did. */
function explainMissingVerdict(report: Report, requirement: string): string | undefined {
  if (isDrifting(report, requirement)) return undefined;
  const { requirements, silences, run } = report;
  const row = [...requirements, ...silences].find(({ id }) => id === requirement);
  const isDecided = row !== undefined && !['unproven', 'errored'].includes(row.verdict);
  if (run.stopped === undefined && isDecided) return undefined;
  return run.stoppedBecause ?? row?.reason ?? `no response concerned ${requirement}`;
}
