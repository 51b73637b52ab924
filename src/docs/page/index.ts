/** Our additions to the page that Redocly renders. */
export { renderPlainContract, renderReaderParts } from './reader-parts.ts';
export { deferRenderer } from './late-renderer.ts';
