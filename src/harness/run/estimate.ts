/** Estimates how many requests a plan takes. */
import type { Job } from './plan.ts';
import type { Permission } from './provable.ts';

/** Requests that a job of each kind takes on average, measured over whole runs with 25 values. */
const requestsEach = { case: 5, property: 10, observation: 5 } as const;

/** Counts the jobs that consent and reach allow, by what their kind usually takes; clean-up included. */
export function estimateRequests(plan: readonly Job[], { allow, reach }: Permission): number {
  return plan
    .filter(({ needs }) => needs.every((consent) => allow.has(consent)))
    .filter((job) => reach === 'behaviour' || job.reach === 'shape')
    .reduce((sum, { kind }) => sum + requestsEach[kind], 0);
}
