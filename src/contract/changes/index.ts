/** Compares two versions of the contract. */
export * from './contract-changes.ts';
export { findWidenings } from './widenings.ts';
