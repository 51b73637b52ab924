/** Compares responses with the document and with what is known. */
export { confirmClaims, learnBook, predictStatus, type View } from './book-view.ts';
export { judgeContent, type ContentVerdicts } from './content.ts';
export { withPage } from './list-border.ts';
export type { JudgedPage } from './list-view.ts';
export { showsOlderState } from './older-state.ts';
export { judgeOutcome } from './outcome.ts';
export { judgeProblem } from './problem.ts';
export { judgeFailure, judgeShape } from './shapes.ts';
export { deriveEvidence } from './wider-evidence.ts';
export type { Judgement, ObservedReading } from './verdicts.ts';
