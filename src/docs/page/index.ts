/** Our additions to the page that Redocly renders. */
export { renderPlainContract, renderReaderParts } from './reader-parts.ts';
export { rendererFile, splitPage, type SplitPage, deferRenderer } from './late-renderer.ts';
