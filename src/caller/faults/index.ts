/** Tests a test suite: which faults of a service does it notice? */
export * from './faults-formats.ts';
export { renderFaultsPage } from './faults-page.ts';
export { computeShare, parseFaultsReport, type FaultsReport } from './faults-report.ts';
export { runFaults } from './run-faults.ts';
