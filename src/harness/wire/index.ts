/** Sends requests within consent, ownership and budget, and records them. */
export { createTargetClock, type AdjustableClock, type TargetClock } from './clock.ts';
export { consents } from './consent.ts';
export {
  type Journal,
  noJournal,
  NoJournal,
  openJournal,
  readJournal,
  type Trail,
} from './journal.ts';
export { createOwnership, type OwnBook, type Ownership } from './ownership.ts';
export { createPace, type Tally } from './pace.ts';
export {
  assertOpen,
  bindScope,
  createScope,
  noteRefusal,
  type Scope,
  scopeOf,
  settle,
} from './scope.ts';
export { createWire, type Network, type Wire, type WireOptions, type WireRequest } from './wire.ts';
