/** Style and script of the docs page. */
export { readerParts } from './reader-parts.ts';
export { plainContract } from './plain-contract.ts';
export { rendererFile, splitPage, type SplitPage, startLate } from './late-renderer.ts';
