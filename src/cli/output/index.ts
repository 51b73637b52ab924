/** Writes the files of a report, and reads the files of earlier runs. */
export { chooseFormats, type ChosenFormats } from './chosen-formats.ts';
export { filesToWrite, lastReport } from './earlier-report.ts';
export { keep, readObserved, readEarlierRuns } from './memory.ts';
export { printSummary, writeFormats } from './write-formats.ts';
