/** How many ids may still lack something: scripts/trace-ratchet.json, lowered and never raised. */
import { readFile, writeFile } from 'node:fs/promises';
import { isObject } from '../../src/contract/json-pointer.ts';
import { floors, overFloors, type Floor } from './missing.ts';

/** How many ids may lack something, floor by floor. */
export type Counts = Readonly<Record<Floor, number>>;

const ratchetFile = new URL('../trace-ratchet.json', import.meta.url);

/** The committed counts; a floor that is not listed is strict. */
export async function readRatchet(): Promise<Counts> {
  const parsed: unknown = JSON.parse(await readFile(ratchetFile, 'utf8'));
  return overFloors((floor) => {
    const count = isObject(parsed) ? parsed[floor] : undefined;
    return typeof count === 'number' ? count : 0;
  });
}

/** Commits lower counts; a count that rose keeps its old value. */
export async function writeRatchet(allowed: Counts, missing: Counts): Promise<void> {
  const lower = overFloors((floor) => Math.min(allowed[floor], missing[floor]));
  await writeFile(ratchetFile, `${JSON.stringify(lower, null, 2)}\n`);
}

/** What is wrong with the counts, one sentence with the next move for each floor; empty when they agree. */
export function judgeCounts(allowed: Counts, missing: Counts): string[] {
  return floors.flatMap((floor) => {
    const [may, are] = [allowed[floor], missing[floor]];
    if (are > may) {
      return [
        `${floor}: ${are} missing, ${may} allowed. \`npm run trace -- --missing ${floor}\` names them; add what is new, or write the reason in the ledger.`,
      ];
    }
    if (are < may) {
      return [
        `${floor}: ${are} missing, ${may} recorded. Keep the gain: npm run trace -- --tighten`,
      ];
    }
    return [];
  });
}
