/** Alters single values of recorded responses, and judges the history with each. */
export { listAlterations } from './alterations.ts';
export { type Notice, readJsonBody } from './judge-alterations.ts';
export { findReason } from './reasons.ts';
export {
  isResponseTask,
  judgeResponseTask,
  type Pick,
  type ResponseTask,
  type ResponseTaskResult,
} from './response-task.ts';
