/** Sends requests within consent, ownership and budget, and records them. */
export { createTargetClock, type AdjustableClock, type TargetClock } from './clock.ts';
export * from './ownership.ts';
export * from './journal.ts';
export { createHealth } from './health.ts';
export { createLateness, lagPauses, createPace, type Tally } from './pace.ts';
export { explainNetworkFailure, type Network } from './transmit.ts';
export { assertOpen, bindScope, createScope, type Scope, getScope, settle } from './scope.ts';
export { hasOwnKey, isTransient, type WireOptions } from './send.ts';
export { prepareRequest, type WireRequest } from './prepare-request.ts';
export { createWire, type Wire } from './wire.ts';
