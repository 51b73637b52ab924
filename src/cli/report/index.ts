/** `bookdist report`. */
export { reportCommand } from './report.ts';
