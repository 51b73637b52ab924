/** Our additions to the page that Redocly renders. */
export {
  renderPlainContract,
  renderReaderParts,
  deferRenderer,
  renderHomeLink,
} from './reader-parts.ts';
