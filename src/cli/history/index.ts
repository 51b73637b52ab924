/** The history of runs, to which other commands append. */
export { appendToHistory } from './history-file.ts';
