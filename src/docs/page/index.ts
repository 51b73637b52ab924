/** Style and script of the docs page. */
export { readerParts } from './reader-parts.ts';
export { plainContract } from './plain-contract.ts';
export { startLate } from './late-renderer.ts';
