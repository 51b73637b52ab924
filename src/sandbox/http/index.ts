/** From an HTTP request to a call, and from an answer to the response. */
export { answerCall } from './answer-call.ts';
export { admit, answerUpload, take } from './answer-upload.ts';
export { createApp, type PartsNow } from './app.ts';
export { describeFailure, failureAnswer } from './failures.ts';
export { checkReady } from './readiness.ts';
export { send, toResponse } from './send.ts';
