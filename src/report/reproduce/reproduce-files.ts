/** Writes shell scripts that reproduce the drifts of a run, each in a file named after its requirement. */
import type { Finding } from '../../harness/evidence/index.ts';
import { findFingerprint, type LedgerEntry } from '../record/index.ts';
import { createRedactor } from '../redact.ts';
import { writeScript } from './write-script.ts';

export interface ReproduceFile {
  readonly file: string;
  readonly text: string;
}

export interface ReproduceOptions {
  readonly ledger: readonly LedgerEntry[];
  readonly writeRerunCommand: (finding: Finding) => string;
  /** Values that must not appear in scripts, the API key first. */
  readonly secrets: readonly (string | undefined)[];
}

export const reproduceFolder = 'reproduce';

/** Writes one script for each fingerprint, from its first finding. */
export function writeReproduceFiles(
  findings: readonly Finding[],
  { ledger, writeRerunCommand, secrets }: ReproduceOptions,
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
    const text = writeScript(finding, { entry, redact, rerunCommand: writeRerunCommand(finding) });
    if (text === undefined) continue;
    const count = (counts.get(requirement) ?? 0) + 1;
    counts.set(requirement, count);
    const file = `${reproduceFolder}/${requirement}-${count}.sh`;
    files.set(fingerprint, { file, text: maskSecrets(text, secrets) });
  }
  return files;
}

/** Masks secrets in the whole script, in case a recorded text contains a secret. */
function maskSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>(
    (maskedText, secret) => (secret ? maskedText.replaceAll(secret, '[key]') : maskedText),
    text,
  );
}
