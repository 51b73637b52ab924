/** Sample values: see src/harness/arbitraries. */
export * from '../arbitraries/index.ts';
