/** Plans a run: which cases, in which order, and what each can prove. */
export { estimateRequests, nextConsent, provableIn, reachableIn } from './provable.ts';
export { judgeRequirements } from './judged.ts';
export { type Job, planOf, within } from './plan.ts';
