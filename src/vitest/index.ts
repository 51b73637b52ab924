/**
 * Tests a book distribution service from Vitest, with the verdicts of `bookdist verify`.
 * @module book-distribution-contract/vitest
 */
export { type ContractTestOptions, testContract } from './test-contract.ts';
