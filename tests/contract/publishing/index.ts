/** Observations of what the document does not say about publishing. */
export { observedPublish } from './observed-publish.check.ts';
