/** Reads what the service sent: bodies up to a limit, harmless headers, refusals as errors. */
export { discardBody, largestBody, makeReadable, readBody, readText } from './body.ts';
export { createMask, shortestKey, type Mask } from './mask.ts';
export { createResponseError, readFacts } from './response-error.ts';
export { readRetryAfter } from './retry-after.ts';
export { readHeaders } from './safe-headers.ts';
