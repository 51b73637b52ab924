/** Plans a run: which cases, in which order, and what each can prove. */
export { estimateRequests, suggestConsent, listProvable, listReachable } from './provable.ts';
export { judgeRequirements } from './judge-requirements.ts';
export { type Job, planRun, isInScope } from './plan.ts';
