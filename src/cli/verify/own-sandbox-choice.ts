/** Decides whether a run without an address may test our own sandbox. */
import { existsSync } from 'node:fs';
import { type Environment, WrongUsage } from '../shell/index.ts';
import { defaultTargetsFile } from '../target/index.ts';

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
export function assertOwnSandboxIsMeant(flags: OwnSandboxFlags, environment: Environment): void {
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
