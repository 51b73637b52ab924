/** Revisions of the interface document: each is a contract and a ledger in one folder. */
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
  /** By id. Some ids may be unknown to this version of the toolkit. */
  readonly ledger: Readonly<Record<string, Requirement>>;
}

/** Thrown for a folder without a revision. The message is one sentence. */
export class NotARevision extends Error {
  override readonly name = 'NotARevision';
}

/** The folder of the revision that this package judges by. */
export const currentRevision = fileURLToPath(new URL('../../openapi', import.meta.url));
const contractName = 'distribution.yaml';
const ledgerName = 'requirements.yaml';

/**
 * Reads a revision.
 * @param name `current`, the version of a revision that is part of this package, or a folder with
 *   distribution.yaml and requirements.yaml
 * @throws NotARevision if there is none
 */
export function readRevision(name: string): Revision {
  const current = read(currentRevision);
  if (name === 'current' || name === current.version) return current;
  const bundled = join(currentRevision, 'revisions', name);
  return read(/^[\w.-]+$/.test(name) && existsSync(bundled) ? bundled : name);
}

function read(folder: string): Revision {
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
  const entries = isObject(ledger) ? Object.entries(ledger) : [];
  const invalid = entries.find(([, entry]) => !isRequirement(entry));
  if (entries.length === 0 || invalid !== undefined) {
    const place = invalid === undefined ? 'is empty' : `: ${invalid[0]} needs says, from and level`;
    throw new NotARevision(`${file} is not a ledger${place}.`);
  }
  return Object.fromEntries(
    entries.flatMap(([id, entry]): [string, Requirement][] =>
      isRequirement(entry) ? [[id, entry]] : [],
    ),
  );
}

const levels: ReadonlySet<unknown> = new Set(['must', 'should', 'open', 'caller']);

function isRequirement(value: unknown): value is Requirement {
  if (!isObject(value)) return false;
  const { says, from, level } = value;
  return typeof says === 'string' && typeof from === 'string' && levels.has(level);
}
