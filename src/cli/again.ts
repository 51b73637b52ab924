/** The command that asks one requirement again, the way this run asked it. */
import { consents } from '../harness/consent.ts';
import { quoted } from '../report/curl.ts';
import { usualRuns, type VerifySettings } from './verify-settings.ts';

/** A line to paste into a shell; the key is not in it, because the environment holds it. */
export function askAgain(settings: VerifySettings, requirement: string): string {
  const { target } = settings;
  const parts = ['bookdist verify'];
  if (target.kind === 'service')
    parts.push(quoted(target.address.replace(/\/v2\/distribution$/, '')));
  else parts.push(...target.faults.map((fault) => `--fault ${quoted(fault)}`));
  parts.push(`--only ${requirement}`, `--seed ${settings.seed}`);
  if (settings.runs !== usualRuns) parts.push(`--runs ${settings.runs}`);
  const usual = target.kind === 'service' ? 1 : consents.length;
  if (settings.allow.size !== usual) {
    parts.push(`--allow ${[...settings.allow].join(',')}`);
  }
  if (settings.reach === 'shape') parts.push('--reach shape');
  return parts.join(' ');
}
