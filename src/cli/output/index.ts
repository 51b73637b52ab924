/** Writes the files of a report, and reads those of earlier runs. */
export { saveForNextRun, readObserved, readEarlierRuns } from './baseline-files.ts';
export * from './write-formats.ts';
