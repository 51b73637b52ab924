/** The names of the faults and readings of our own sandbox. */
export { parseReadings, readingListing } from './chosen-readings.ts';
export { faultListing, findFaults } from './named-faults.ts';
export { readingsObserved } from './observed-readings.ts';
