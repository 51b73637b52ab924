/** `bookdist docs`. */
export { docsCommand } from './docs.ts';
