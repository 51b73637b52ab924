/** What is kept of one tool's judgements, and what follows from them. */
import { readFile } from 'node:fs/promises';
import type { Seen } from './scene.ts';

export interface Result {
  readonly name: string;
  readonly version: string;
  readonly complains: string;
  readonly setup: string;
  /** Why there is nothing else, when it could not be installed. */
  readonly missing?: string;
  readonly command?: string;
  /** The faults it was asked about, and what it said that it does not say of a correct service. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
  /** What it says of a correct service, by reading set. */
  readonly alarms: Readonly<Record<string, readonly string[]>>;
  /** Services it broke off on, and why. */
  readonly broke: Readonly<Record<string, string>>;
  readonly requests?: number;
  readonly left?: number;
  readonly seconds?: number;
}

/** The name of the correct service with the readings the ledger names first. */
export const usual = 'first readings';

/** A fault is caught by a complaint that the correct service does not get. */
export function newComplaints(seen: Seen, known: readonly string[]): readonly string[] {
  return seen.complaints.filter((complaint) => !known.includes(complaint));
}

export function caughtBy({ faults }: Result): string[] {
  return Object.entries(faults)
    .filter(([, complaints]) => complaints.length > 0)
    .map(([name]) => name);
}

/** How many complaints a correct service got, as text; empty where it was not asked about. */
export function alarmCount({ alarms }: Result, set: string): string {
  return String(alarms[set]?.length ?? '');
}

/** The results a file keeps; none when there is no such file. */
export async function recorded(path: string): Promise<readonly Result[]> {
  const text = await readFile(path, 'utf8').catch(() => '[]');
  const kept: unknown = JSON.parse(text);
  return Array.isArray(kept) ? kept.filter(isResult) : [];
}

function isResult(value: unknown): value is Result {
  const parts = ['name', 'version', 'complains', 'setup', 'faults', 'alarms', 'broke'];
  return typeof value === 'object' && value !== null && parts.every((part) => part in value);
}
