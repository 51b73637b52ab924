/** Faults restricted to some requests: by name, by sample, and whether they can show at all. */
export { compareNetworks, type ComparedService, type Network } from './compare-services.ts';
export { operators } from './operators.ts';
export { createRandom, drawUuid, type Random } from './random.ts';
export { findEffect } from './reach.ts';
export { openReplicatedSandbox } from './replica.ts';
export { findFault, shuffle, shuffleNarrowedFaults } from './sample.ts';
export { driveTraffic } from './traffic.ts';
export type { TrafficRequest } from './traffic-calls.ts';
