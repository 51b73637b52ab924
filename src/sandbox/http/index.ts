/** From an HTTP request to a call, and from an answer to the response. */
export { answerCall } from './answer-call.ts';
export { admit, answerUpload, take } from './answer-upload.ts';
export { checkReady, createApp, type PartsNow } from './app.ts';
export { describeFailure, failureAnswer } from './failures.ts';
export { send, toResponse } from './send.ts';
