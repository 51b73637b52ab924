/** The tools of a case: typed calls, books in a given state, expectations. */
export { longestLag, type Pause } from './ask.ts';
export { type Backstage, createStage, type Stage } from './create-stage.ts';
export { summary } from './expect.ts';
export { inTurns, oncePerRun } from './made-once.ts';
export type { AttachedFile, Book, GrantedFile, ReadyBook } from './make.ts';
