/** Exchanges and the functions that read them, findings, verdicts, and times. */
export {
  attributeDrift,
  type Difference,
  BrokenCase,
  Drift,
  Unanswered,
  Unproven,
} from './verdict-errors.ts';
export {
  getExpectedResponse,
  noteExpectedResponse,
  type Exchange,
  type SentRequest,
  digestUrl,
  maskHeaders,
  maskUrl,
} from './exchange.ts';
export {
  type SilenceAnswer,
  type Counterexample,
  type PropertyDraw,
  type Finding,
  type RequirementVerdict,
  type Leftover,
  type RunOutcome,
  type RunEvent,
  type StatusCount,
  type StopReason,
  type Verdict,
  verdicts,
  type Evidence,
  type MonitorDrift,
  type Replay,
  hashSentence,
  type Consent,
  type Depth,
  depths,
  type KnownTarget,
  type Reach,
} from './finding.ts';
export { formatInstant, parseInstant, preciseNow } from './instant.ts';
export {
  readAttributes,
  readBookId,
  type Grant,
  readGrants,
  readItems,
  readLinks,
  type ListItem,
  readMeta,
  readStatus,
} from './read.ts';
export { isMessageBody, parseProblem } from './refusal-bodies.ts';
export {
  type CallDetails,
  type LostCall,
  getAccount,
  toObservedExchange,
  toLostExchange,
} from './observed-exchange.ts';
