/** The tools of a case: typed calls, books in a given state, expectations. */
export { type Backstage, createStage } from './create-stage.ts';
export { longestLag, type Pause } from './eventually.ts';
export { summary } from './expect.ts';
export { inTurns, oncePerRun } from './made-once.ts';
export type { AttachedFile, Book, GrantedFile, ReadyBook } from './make.ts';
export type { Stage } from './stage.ts';
