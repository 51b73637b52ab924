/** Creates the command that reproduces a drift with the settings of a run. */
import { consents } from '../../harness/wire/index.ts';
import type { Finding } from '../../harness/evidence/index.ts';
import { quoteForShell } from '../../report/record/index.ts';
import { createReplayToken } from './replay-token.ts';
import { defaultRuns, type VerifySettings } from './verify-settings.ts';

/** Returns a command to paste into a shell. It reads the key from the environment. */
export function createReplayCommand(settings: VerifySettings, finding: Finding): string {
  const { target } = settings;
  const parts = [`${settings.program} verify`];
  if (target.kind === 'service')
    parts.push(
      ...(target.targetArgs ?? [
        quoteForShell(stripPrefix(target.address)),
        ...target.connection.args,
      ]),
    );
  else if (target.faults.length === 0) parts.push('--own-sandbox');
  else parts.push(`--fault ${target.faults.map(quoteForShell).join(',')}`);
  parts.push(...selectCases(settings, finding));
  const defaultConsents = target.kind === 'service' ? 1 : consents.length;
  if (settings.allow.size !== defaultConsents) {
    parts.push(`--allow ${[...settings.allow].join(',')}`);
  }
  if (settings.asOf !== undefined) parts.push(`--as-of ${settings.asOf}`);
  if (settings.revision !== undefined)
    parts.push(`--revision ${quoteForShell(settings.revision.name)}`);
  if (settings.reach === 'shape') parts.push('--reach shape');
  return parts.join(' ');
}

function stripPrefix(address: string): string {
  return address.replace(/\/v2\/distribution$/, '');
}

/** Returns the options that repeat one case, or all cases of the requirement if the evidence needs several. */
function selectCases(settings: VerifySettings, { requirement, replay }: Finding): string[] {
  if (replay !== undefined)
    return [`--replay ${createReplayToken({ ...replay, about: requirement })}`];
  return [
    `--only ${requirement}`,
    `--seed ${settings.seed}`,
    ...(settings.depth === 'usual' ? [] : [`--depth ${settings.depth}`]),
    ...(settings.runs === defaultRuns ? [] : [`--runs ${settings.runs}`]),
  ];
}
