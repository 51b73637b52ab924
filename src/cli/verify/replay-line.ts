/** Creates the command that reproduces a drift with the settings of a run. */
import { apiPrefix } from '../../contract/spec.ts';
import { consents } from '../../harness/wire/index.ts';
import type { Finding } from '../../harness/evidence/index.ts';
import { quoteForShell } from '../../report/record/index.ts';
import type { OwnSandboxOptions, ServiceOptions } from '../target/index.ts';
import { createReplayToken } from './replay-token.ts';
import { defaultRuns, type VerifySettings } from './verify-settings.ts';

/** Returns a command to paste into a shell. It reads the key from the environment. */
export function createReplayCommand(settings: VerifySettings, finding: Finding): string {
  const { target, allow, asOf, revision, reach } = settings;
  const isService = target.kind === 'service';
  const parts = [
    `${settings.program} verify`,
    ...(isService ? nameService(target) : [nameSandbox(target)]),
    ...selectCases(settings, finding),
    ...(allow.size === (isService ? 1 : consents.length)
      ? []
      : [`--allow ${[...allow].join(',')}`]),
    ...(asOf === undefined ? [] : [`--as-of ${asOf}`]),
    ...(revision === undefined ? [] : [`--revision ${quoteForShell(revision.name)}`]),
    ...(reach === 'shape' ? ['--reach shape'] : []),
  ];
  return parts.join(' ');
}

function nameService({ targetArgs, address, connection }: ServiceOptions): readonly string[] {
  if (targetArgs !== undefined) return targetArgs;
  return [quoteForShell(address.slice(0, -apiPrefix.length)), ...connection.args];
}

function nameSandbox({ faults }: OwnSandboxOptions): string {
  return faults.length === 0 ? '--own-sandbox' : `--fault ${faults.map(quoteForShell).join(',')}`;
}

/** Returns the options that repeat one case, or the whole run if no single case shows the drift. */
function selectCases(settings: VerifySettings, { requirement, replay }: Finding): string[] {
  if (replay !== undefined)
    return [`--replay ${createReplayToken({ ...replay, about: requirement })}`];
  return [
    ...(settings.only === undefined ? [] : [`--only ${settings.only}`]),
    `--seed ${settings.seed}`,
    ...(settings.depth === 'usual' ? [] : [`--depth ${settings.depth}`]),
    ...(settings.runs === defaultRuns ? [] : [`--runs ${settings.runs}`]),
  ];
}
