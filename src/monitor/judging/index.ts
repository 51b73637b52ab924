/** Responses held against the document and everything known. */
export { confirmClaims, learnBook, statusAfter, type View } from './book-view.ts';
export { judgeContent } from './content.ts';
export { isKnown } from './known-book.ts';
export { withPage } from './list-border.ts';
export type { ListFindings } from './list-view.ts';
export { showsOlderState } from './older-state.ts';
export { judgeOutcome } from './outcome.ts';
export { judgeProblem } from './problem.ts';
export { judgeFailure, judgeShape } from './shapes.ts';
export { widerEvidence } from './wider-evidence.ts';
export type { Finding, Reading } from './verdicts.ts';
