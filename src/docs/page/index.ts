/** Our additions to the page that Redocly renders. */
export { renderPlainContract, renderReaderParts, deferRenderer } from './reader-parts.ts';
