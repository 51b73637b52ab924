/** Files next to a report. */
export { writeAtomically } from './atomic-file.ts';
