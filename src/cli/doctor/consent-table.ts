/** Shows what each consent would let a run prove, and how long the run would take. */
import { requirement, statedIds } from '../../contract/requirements.ts';
import type { Consent } from '../../harness/evidence/index.ts';
import { estimateRequests, planOf, reachableIn } from '../../harness/plan/index.ts';
import type { Section } from '../../harness/suite/index.ts';
import { describeDuration } from '../target/index.ts';

const steps: readonly { readonly adds: Consent; readonly means: string }[] = [
  { adds: 'read', means: 'only reads' },
  { adds: 'write', means: 'creates and changes drafts, and removes them' },
  { adds: 'publish', means: 'publishes its own books: they may reach shops' },
  { adds: 'delete', means: 'tests deleting, with its own books' },
];

export interface PlannedRun {
  /** Requests a second; undefined without a limit. */
  readonly rate: number | undefined;
  readonly secondKey: string | undefined;
}

/** Returns one line for each consent added to those before it. */
export function consentTable(suite: readonly Section[], { rate, secondKey }: PlannedRun): string {
  const total = statedIds.filter((id) => requirement(id).level === 'must').length;
  const allow = new Set<Consent>();
  const plan = planOf(suite, { seed: 1, only: undefined });
  const rows = steps.map(({ adds, means }) => {
    allow.add(adds);
    const permission = { allow, reach: 'behaviour', secondKey } as const;
    const proves = reachableIn(plan, permission).filter((id) => requirement(id).level === 'must');
    const requests = estimateRequests(plan, permission);
    const option = `--allow ${[...allow].join(',')}`;
    const time = describeDuration(requests, rate);
    return `  ${option.padEnd(36)} up to ${String(proves.length).padStart(3)} of ${total}   ${time.padEnd(42)} ${means}\n`;
  });
  return rows.join('');
}
