/** Style and script of the docs page. */
export { plainContract, readerParts } from './reader-parts.ts';
export { rendererFile, splitPage, type SplitPage, startLate } from './late-renderer.ts';
