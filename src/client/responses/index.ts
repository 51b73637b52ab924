/** Reads responses from the service: bodies up to a limit, harmless headers, refusals as errors. */
export {
  discardBody,
  makeReadable,
  maxBodyBytes,
  maxRefusalBytes,
  readText,
  takeText,
} from './body.ts';
export { readHarmlessHeaders, readRetryAfter, createMask, type Mask } from './headers.ts';
export { createResponseError, mayHaveFailed } from './response-error.ts';
