/** Faults restricted to some requests: by name, by sample, and whether they can show at all. */
export { findFault, shuffleNarrowedFaults } from './sample.ts';
export { findEffect } from './reach.ts';
export { openReplicatedSandbox, type Effect } from './replica.ts';
