/** The tools of a case: typed calls, books in a given state, expectations. */
export { type Pause, summarizeResponse } from './expect.ts';
export { type RunContext, createStage, type Stage } from './create-stage.ts';
export { lendInTurns, oncePerRun } from './once-per-run.ts';
export type { Book, GrantedFile, ReadyBook } from './make.ts';
