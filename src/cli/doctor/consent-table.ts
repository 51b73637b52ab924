/** Shows what each consent would let a run prove, and how long the run would take. */
import { requirement, statedIds } from '../../contract/requirements.ts';
import type { Consent } from '../../harness/evidence/index.ts';
import { estimateRequests, planOf, provableIn } from '../../harness/plan/index.ts';
import type { Section } from '../../harness/suite/index.ts';

const steps: readonly { readonly adds: Consent; readonly means: string }[] = [
  { adds: 'read', means: 'only reads' },
  { adds: 'write', means: 'creates and changes drafts, and removes them' },
  { adds: 'publish', means: 'publishes its own books: they may reach shops' },
  { adds: 'delete', means: 'tests deleting, with its own books' },
];

/**
 * Returns one line for each consent added to those before it.
 * @param rate requests a second; undefined for a service on this machine
 */
export function consentTable(suite: readonly Section[], rate: number | undefined): string {
  const total = statedIds.filter((id) => requirement(id).level === 'must').length;
  const allow = new Set<Consent>();
  const plan = planOf(suite, { seed: 1, only: undefined });
  const rows = steps.map(({ adds, means }) => {
    allow.add(adds);
    const permission = { allow, reach: 'behaviour' } as const;
    const proves = provableIn(plan, permission).filter((id) => requirement(id).level === 'must');
    const requests = estimateRequests(plan, permission);
    const option = `--allow ${[...allow].join(',')}`;
    const time = timeFor(requests, rate);
    return `  ${option.padEnd(36)} ${String(proves.length).padStart(3)} of ${total}   ${time.padEnd(24)} ${means}\n`;
  });
  return rows.join('');
}

function timeFor(requests: number, rate: number | undefined): string {
  const words = `${requests.toLocaleString('en')} requests`;
  if (rate === undefined) return words;
  const seconds = requests / rate;
  return `${words}, ${seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`}`;
}
