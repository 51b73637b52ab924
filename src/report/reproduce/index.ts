/** Shell scripts that reproduce the drifts of a run: one file for each, named after its requirement. */
import type { Finding } from '../../harness/evidence/index.ts';
import { findFingerprint, type LedgerEntry } from '../record/index.ts';
import { createRedactor } from '../redact/index.ts';
import { writeScript } from './write-script.ts';

export interface ReproduceFile {
  readonly file: string;
  readonly text: string;
}

export interface ReproduceOptions {
  readonly ledger: readonly LedgerEntry[];
  readonly again: (finding: Finding) => string;
  /** Secrets that must not appear, the API key first. */
  readonly secrets: readonly (string | undefined)[];
}

/** The folder of the scripts, next to the report. */
export const reproduceFolder = 'reproduce';

/** Writes one script for each fingerprint, from its first finding. */
export function writeReproduceFiles(
  findings: readonly Finding[],
  { ledger, again, secrets }: ReproduceOptions,
): ReadonlyMap<string, ReproduceFile> {
  const redact = createRedactor(secrets);
  const entries = new Map(ledger.map((entry) => [entry.id, entry]));
  const files = new Map<string, ReproduceFile>();
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const fingerprint = findFingerprint(finding);
    if (fingerprint === undefined || files.has(fingerprint)) continue;
    const { requirement } = finding;
    const entry = entries.get(requirement);
    const text = writeScript(finding, { entry, redact, again: again(finding) });
    if (text === undefined) continue;
    const count = (counts.get(requirement) ?? 0) + 1;
    counts.set(requirement, count);
    const file = `${reproduceFolder}/${requirement}-${count}.sh`;
    files.set(fingerprint, { file, text: maskSecrets(text, secrets) });
  }
  return files;
}

/** Masks secrets once more, in case recorded text holds one. */
function maskSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>(
    (masked, secret) => (secret ? masked.replaceAll(secret, '[key]') : masked),
    text,
  );
}
