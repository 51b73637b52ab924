/** Runs against a sandbox in this process, and the names of its faults and readings. */
export { parseReadings, readingListing } from './chosen-readings.ts';
export { coveringRows } from './covering-rows.ts';
export { faultListing, findFaults } from './named-faults.ts';
export { readingsObserved } from './observed-readings.ts';
export { runOnOwnSandbox } from './run-on-own-sandbox.ts';
