/** Reads responses from the service: bodies up to a limit, harmless headers, refusals as errors. */
export { discardBody, maxBodyBytes, maxRefusalBytes, makeReadable, readText } from './body.ts';
export { readHarmlessHeaders, readRetryAfter } from './headers.ts';
export { createMask, type Mask } from './mask.ts';
export { createResponseError, mayHaveFailed } from './response-error.ts';
