/** Writes comparisons of reports, for other commands. */
export { writeComparison } from './report-files.ts';
