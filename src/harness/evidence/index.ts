/** Exchanges, readers for them, and findings. */
export {
  blame,
  type Difference,
  BrokenCase,
  Drift,
  Unanswered,
  Unproven,
} from './verdict-errors.ts';
export {
  expectedAnswer,
  noteExpectedAnswer,
  type Exchange,
  type SentRequest,
  digestUrl,
  maskedHeaders,
  maskedUrl,
} from './exchange.ts';
export {
  type SilenceAnswer,
  type Counterexample,
  type PropertyDraw,
  type Finding,
  type RequirementVerdict,
  type Leftover,
  type Outcome,
  type RunEvent,
  type StatusCount,
  type StopReason,
  type Verdict,
  verdicts,
  type Evidence,
  type MonitorDrift,
  type Replay,
  sentenceMark,
  type Consent,
  type Depth,
  depths,
  type KnownTarget,
  type Reach,
} from './finding.ts';
export { isoInstant, parseInstant, preciseNow } from './instant.ts';
export {
  attributes,
  bookId,
  type Grant,
  grants,
  items,
  links,
  type ListItem,
  meta,
  status,
} from './read.ts';
export { isMessage, problemOf } from './refusal-bodies.ts';
export {
  type CallDetails,
  type LostCall,
  accountOf,
  observedExchange,
  observedLoss,
} from './observed-exchange.ts';
