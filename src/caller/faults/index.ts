/** Tests a test suite: which faults of a service does it notice? */
export * from './faults-formats.ts';
export { computeShare, runFaults, type FaultsReport } from './run-faults.ts';
