/** Turns HTTP requests into calls of operations, and their results into HTTP responses. */
export * from './answer-request.ts';
export { createApp, explainUnready, readRequestId, type GetParts } from './app.ts';
export { disturbResponse, disturbWork } from './disturb.ts';
export { describeFailure, presentFailure, send, toResponse, toStream } from './send.ts';
export { addToTrace, type TracedResponse } from './trace.ts';
