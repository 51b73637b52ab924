/** From an HTTP request to a call, and from an answer to the response. */
export { answerCall, admitUploadRequest, answerUpload, receiveUpload } from './answer-call.ts';
export { checkReady, createApp, type GetParts } from './app.ts';
export { describeFailure, failureAnswer } from './failures.ts';
export { send, toResponse } from './send.ts';
