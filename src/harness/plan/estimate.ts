/** Estimates how many requests a plan takes. */
import type { Job } from './plan.ts';
import type { Permission } from './provable.ts';

/** Requests that a job of each kind takes on average, measured over whole runs with 25 values. */
const usual = { case: 10, property: 4, observation: 2 } as const;
/** Publishing needs books with files first. */
const publishing = { case: 36, property: 7, observation: 4 } as const;
const reading = 2;

function requestsFor({ kind, needs }: Job): number {
  if (needs.every((consent) => consent === 'read')) return reading;
  return (needs.includes('publish') ? publishing : usual)[kind];
}

/** Counts the jobs that consent and reach allow, by what their kind usually takes; clean-up included. */
export function estimateRequests(plan: readonly Job[], { allow, reach }: Permission): number {
  return plan
    .filter(({ needs }) => needs.every((consent) => allow.has(consent)))
    .filter((job) => reach === 'behaviour' || job.reach === 'shape')
    .reduce((sum, job) => sum + requestsFor(job), 0);
}
