/** Turns HTTP requests into calls of operations, and their results into HTTP responses. */
export { answerUpload } from './answer-request.ts';
export { disturbResponse, disturbWork } from './disturb.ts';
export { send, toStream } from './send.ts';
export * from './service.ts';
export type { Trace, TracedResponse } from './trace.ts';
