/** Turns HTTP requests into calls of operations, and their results into HTTP responses. */
export * from './answer-request.ts';
export { checkReady, createApp, type GetParts } from './app.ts';
export { describeFailure, presentFailure, send, toResponse } from './send.ts';
