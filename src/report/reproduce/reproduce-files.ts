/** The scripts of a run: one file for every distinct drift, named by its requirement. */
import type { Finding } from '../../harness/evidence/index.ts';
import { fingerprintOf, type LedgerEntry, redactor } from '../record/index.ts';
import { scriptOf } from './write-script.ts';

export interface ReproduceFile {
  /** Below the folder of the report. */
  readonly file: string;
  readonly text: string;
}

export interface ReproduceOptions {
  readonly ledger: readonly LedgerEntry[];
  readonly again: (finding: Finding) => string;
  /** Values that may appear nowhere, the API key first. */
  readonly secrets: readonly (string | undefined)[];
}

/** The folder of the scripts, beside the report. */
export const reproduceFolder = 'reproduce';

/** Writes one script for each fingerprint, the first time it shows. */
export function reproduceFiles(
  findings: readonly Finding[],
  { ledger, again, secrets }: ReproduceOptions,
): ReadonlyMap<string, ReproduceFile> {
  const redact = redactor(secrets);
  const entries = new Map(ledger.map((entry) => [entry.id, entry]));
  const files = new Map<string, ReproduceFile>();
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const mark = fingerprintOf(finding);
    if (mark === undefined || files.has(mark)) continue;
    const { requirement } = finding;
    const entry = entries.get(requirement);
    const text = scriptOf(finding, { entry, redact, again: again(finding) });
    if (text === undefined) continue;
    const count = (counts.get(requirement) ?? 0) + 1;
    counts.set(requirement, count);
    const file = `${reproduceFolder}/${requirement}-${count}.sh`;
    files.set(mark, { file, text: without(text, secrets) });
  }
  return files;
}

/** A last net: no recorded text should hold the key, and none may. */
function without(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>(
    (rest, secret) => (secret ? rest.replaceAll(secret, '[key]') : rest),
    text,
  );
}
