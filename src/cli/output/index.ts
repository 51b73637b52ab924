/** Writes the files of a report, and reads the files of earlier runs. */
export { chooseFormats, type ChosenFormats } from './write-formats.ts';
export { filesToWrite, lastReport, readReport } from './saved-reports.ts';
export { keep, readObserved, readEarlierRuns } from './memory.ts';
export { printSummary, writeFormats } from './write-formats.ts';
