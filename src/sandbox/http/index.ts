/** From an HTTP request to a call, and from an answer to the response. */
export { answerCall, admit, answerUpload, take } from './answer-call.ts';
export { checkReady, createApp, type PartsNow } from './app.ts';
export { describeFailure, failureAnswer } from './failures.ts';
export { send, toResponse } from './send.ts';
