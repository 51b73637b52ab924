/** Observations of publishing where the document is silent. */
export { observedPublish } from './observed-publish.check.ts';
