/** Compares two versions of the contract. */
export { describeCheck } from './change-checks.ts';
export { compareContracts, describePlace, type ContractChange } from './contract-changes.ts';
export { findWidenings } from './widenings.ts';
