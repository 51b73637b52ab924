/** Compares responses with the document and with what is known. */
export { countFailures, failuresInARow, judgeFailingCall } from './failing-calls.ts';
export { judgeOutcome } from './outcome.ts';
export { judgeProblem, readEntries } from './problem.ts';
export { judgeFailure, judgeShape, readBodyLabel } from './shapes.ts';
export { deriveEvidence } from './wider-evidence.ts';
export { type Excused, judgeWithoutLag } from './without-lag.ts';
