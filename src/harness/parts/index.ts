/** Records which parts of the contract the exchanges of a run check. */
export { createCoverageRecorder } from './recorder.ts';
