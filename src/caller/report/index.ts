/** Writes the results of a caller run in every format. */
export * from './caller-report.ts';
export { formatCallerSummary } from './terminal.ts';
export { renderCallerPage } from './page.ts';
export { writeCallerJunit, writeCallerMarkdown } from './formats.ts';
