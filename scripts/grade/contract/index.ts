/** Single changes of the contract, and runs that judge a service of the unchanged contract by them. */
export {
  classifyChange,
  nameChange,
  type ChangeClass,
  type ContractChange,
  type Side,
} from './contract-change.ts';
export type { RevisionVerdict, RunChoice } from './judge-revision.ts';
export {
  isContractTask,
  judgeContractTask,
  noChange,
  type ContractTask,
  type ContractTaskResult,
} from './judge-task.ts';
export { listContractChanges } from './list-contract-changes.ts';
export { findNotice, haveSameVerdict, type Notice } from './notice.ts';
