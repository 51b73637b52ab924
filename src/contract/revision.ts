/** Reads revisions of the interface document, each a folder with a contract and a ledger. Compares versions. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { isObject } from './json-pointer.ts';
import type { Requirement } from './requirements.ts';
import { type Contract, parseContract } from './spec.ts';

export interface Revision {
  /** `info.version` of the contract. */
  readonly version: string;
  readonly contract: Contract;
  /** The entries by id. Some ids may be unknown to this version of the toolkit. */
  readonly ledger: Readonly<Record<string, Requirement>>;
}

/** The error for a folder that contains no revision. The message is complete for users, without a stack. */
export class NotARevision extends Error {
  override readonly name = 'NotARevision';
}

/** The folder with the revision by which this package judges services. */
export const currentRevision = fileURLToPath(new URL('../../openapi', import.meta.url));
const contractName = 'distribution.yaml';
const ledgerName = 'requirements.yaml';

/**
 * Reads a revision.
 * @param name `current`, the version of a revision in this package, or a folder with distribution.yaml and
 *   requirements.yaml
 * @throws NotARevision if the folder does not contain a contract and a ledger
 */
export function readRevision(name: string): Revision {
  const current = readRevisionFolder(currentRevision);
  if (name === 'current' || name === current.version) return current;
  const bundled = join(currentRevision, 'revisions', name);
  return readRevisionFolder(/^[\w.-]+$/.test(name) && existsSync(bundled) ? bundled : name);
}

function readRevisionFolder(folder: string): Revision {
  const contract = readContractFile(join(folder, contractName));
  return { version: contract.version, contract, ledger: readLedger(join(folder, ledgerName)) };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new NotARevision(
      `${file} cannot be read. A revision is a folder with ${contractName} and ${ledgerName}, or "current".`,
    );
  }
}

function readContractFile(file: string): Contract {
  const text = readText(file);
  try {
    return parseContract(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new NotARevision(`${file} is not a contract of this service: ${reason}`);
  }
}

function readLedger(file: string): Record<string, Requirement> {
  const ledger: unknown = parse(readText(file));
  const entries: [string, unknown][] = Object.entries(isObject(ledger) ? ledger : {});
  if (entries.length === 0) throw new NotARevision(`${file} is not a ledger: it is empty.`);
  const requirements = entries.map(([id, entry]): [string, Requirement] => {
    if (isRequirement(entry)) return [id, entry];
    throw new NotARevision(`${file} is not a ledger: ${id} needs says, from and level.`);
  });
  return Object.fromEntries(requirements);
}

const levels: ReadonlySet<unknown> = new Set(['must', 'should', 'open', 'caller']);

function isRequirement(value: unknown): value is Requirement {
  if (!isObject(value)) return false;
  const { says, from, level } = value;
  return typeof says === 'string' && typeof from === 'string' && levels.has(level);
}

/** Returns true if a version is newer than another. Both are three numbers separated by dots; a suffix after a hyphen is ignored. */
export function isNewer(version: string, than: string): boolean {
  const [newNumbers, oldNumbers] = [parseVersion(version), parseVersion(than)];
  for (const [index, newNumber] of newNumbers.entries()) {
    const oldNumber = oldNumbers[index] ?? 0;
    if (newNumber !== oldNumber) return newNumber > oldNumber;
  }
  return false;
}

function parseVersion(version: string): number[] {
  return (version.split('-')[0] ?? '').split('.').map(Number);
}
