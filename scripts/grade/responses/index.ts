/** Alters single values of recorded responses, and judges the history with each. */
export { listAlterations } from './alterations.ts';
export { type Notice, readJsonBody } from './judge-alterations.ts';
export { findReason } from './reasons.ts';
export {
  isResponseTask,
  isResponseTaskResult,
  judgeResponseTask,
  type Pick,
  type ResponseTask,
} from './response-task.ts';
