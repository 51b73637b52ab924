/** `bookdist docs`. */
export { docsCommand, renderDocs } from './docs.ts';
