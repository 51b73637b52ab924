/** Writes the files of a report, and reads the files of earlier runs. */
export { chooseFormats, type ChosenFormats } from './write-formats.ts';
export { chooseFiles, readLastReport, readReport } from './saved-reports.ts';
export { saveForNextRun, readObserved, readEarlierRuns } from './memory.ts';
export { printSummary, writeFormats } from './write-formats.ts';
