/** Turns HTTP requests into calls of operations, and their results into HTTP responses. */
export { answerRequest, answerUpload } from './answer-request.ts';
export { disturbResponse, disturbWork } from './disturb.ts';
export { send, toResponse, toStream } from './send.ts';
export * from './service.ts';
export type { TracedResponse } from './trace.ts';
