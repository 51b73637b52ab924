/** Whom Vitest asks: the service of `DISTRIBUTION_URL`, or a sandbox of its own. */
import { type OpenTarget, openTarget } from '../src/cli/target/index.ts';
import { count, seedNumber, several } from '../src/cli/options/index.ts';
import { readEnvironment } from '../src/cli/shell/index.ts';
import { type VerifySettings, verifySettings } from '../src/cli/verify/index.ts';

/** A target with the settings to ask it by. */
export interface VitestTarget extends OpenTarget {
  readonly settings: VerifySettings;
}

/**
 * What Vitest is told by its environment, as `bookdist verify` is told by options:
 * `DISTRIBUTION_ALLOW` is `--allow`, `DISTRIBUTION_SEED` is `--seed`, `DISTRIBUTION_RUNS` is `--runs`.
 * Headers of a gate come in `DISTRIBUTION_HEADERS` and a proxy in `HTTPS_PROXY`, as the command has
 * them too; an authority of one's own is Node's `NODE_EXTRA_CA_CERTS`.
 */
function settingsFor(allow: readonly string[] | undefined): VerifySettings {
  const { DISTRIBUTION_SEED, DISTRIBUTION_RUNS } = process.env;
  return verifySettings(
    undefined,
    {
      reach: 'behaviour',
      out: 'reports',
      ...(allow === undefined ? {} : { allow }),
      ...(DISTRIBUTION_SEED ? { seed: seedNumber(DISTRIBUTION_SEED) } : {}),
      ...(DISTRIBUTION_RUNS ? { runs: count(DISTRIBUTION_RUNS) } : {}),
    },
    readEnvironment(),
  );
}

/** The settings that need no target yet; the seed is drawn here when none is given. */
export function readSettings(): VerifySettings {
  const { DISTRIBUTION_ALLOW } = process.env;
  return settingsFor(DISTRIBUTION_ALLOW ? several(DISTRIBUTION_ALLOW) : undefined);
}

/**
 * Opens the target. A service that shows itself to be our sandbox may be asked everything, as it
 * may when the command starts it; any other one is only read, unless `DISTRIBUTION_ALLOW` says more.
 */
export async function openVitestTarget(settings: VerifySettings): Promise<VitestTarget> {
  const target = await openTarget(settings.target);
  if (settings.target.kind === 'own sandbox' || process.env['DISTRIBUTION_ALLOW']) {
    return { ...target, settings };
  }
  if (!(await isOurSandbox(target))) return { ...target, settings };
  const { allow } = settingsFor(['read', 'write', 'publish', 'delete']);
  return { ...target, settings: { ...settings, allow, rate: undefined } };
}

/** Only our sandbox names the requirement of a refusal; a request without a key is surely refused. */
async function isOurSandbox({ baseUrl, network = fetch }: OpenTarget): Promise<boolean> {
  try {
    const answer = await network(`${baseUrl}/books`, {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    return [...answer.headers].some(([name]) => name === 'x-requirement');
  } catch {
    // Whether anybody is there is for the session's greeting to say.
    return false;
  }
}
