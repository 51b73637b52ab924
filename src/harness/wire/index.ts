/** Sends requests within consent, ownership and budget, and records them. */
export { createTargetClock, type AdjustableClock, type TargetClock } from './clock.ts';
export { formatAllowOption, consentFor, consents } from './consent.ts';
export * from './journal.ts';
export { createOwnership, type OwnBook, type Ownership } from './ownership.ts';
export { createHealth } from './health.ts';
export { createLateness, lagPauses } from './lateness.ts';
export { explainNetworkFailure } from './network-failure.ts';
export { createPace, type Tally } from './pace.ts';
export { assertOpen, bindScope, createScope, type Scope, getScope, settle } from './scope.ts';
export { hasOwnKey, isTransient, type WireOptions } from './send.ts';
export type { Network } from './transmit.ts';
export type { WireRequest } from './prepare-request.ts';
export { createWire, type Wire } from './wire.ts';
