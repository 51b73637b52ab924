/** Exchanges, readers for them, and findings. */
export { blame } from './blame.ts';
export { expectedAnswer, noteExpectedAnswer } from './expected-answer.ts';
export type { Exchange, SentRequest } from './exchange.ts';
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
} from './finding.ts';
export type { Difference } from './difference.ts';
export { isoInstant, parseInstant, preciseNow } from './instant.ts';
export { digestUrl, maskedHeaders, maskedUrl } from './mask.ts';
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
export type { Evidence, MonitorDrift } from './monitor-evidence.ts';
export { type Replay, sentenceMark } from './replay.ts';
export { type Consent, type Depth, depths, type KnownTarget, type Reach } from './target.ts';
export { BrokenCase, Drift, Unanswered, Unproven } from './verdict-errors.ts';
