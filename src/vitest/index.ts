/** Tests a book distribution service from Vitest, with the verdicts of `bookdist verify`. */
export { type ContractTestOptions, testContract } from './test-contract.ts';
