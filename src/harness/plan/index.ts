/** Plans a run: which cases, in which order, and what each can prove. */
export * from './provable.ts';
export { type Job, planRun, isInScope } from './plan.ts';
