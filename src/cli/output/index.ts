/** Writes the files of a report, and reads those of earlier runs. */
export { chooseFormats, type ChosenFormats } from './write-formats.ts';
export { chooseFiles, readLastReport, readReport } from './saved-reports.ts';
export { saveForNextRun, readObserved, readEarlierRuns } from './baseline-files.ts';
export { printSummary, writeFormats } from './write-formats.ts';
