/** The report of one run: `report.json`, and its parts. */
export { buildReport, type ReportInput } from './build-report.ts';
export type { CallerRuleRow } from './caller-rows.ts';
export type { ChangedRow, KnownDrift, StaleRow } from './earlier-runs.ts';
export { createExchangeRecord, type ExchangeRecord, quoted } from './exchanges/index.ts';
export { exitCodeOf, verdictOf } from './exit-code.ts';
export { byRank, fingerprintOf } from './finding-rows.ts';
export { ledgerEntries, type LedgerEntry } from './ledger-entry.ts';
export { heldTo, type MinProven } from './min-proven.ts';
export { reasonKind } from './reason-kind.ts';
export {
  type AnswerRow,
  type CallRow,
  type CaseRow,
  type ExchangeRow,
  type FindingRow,
  type OperationRow,
  type Proof,
  type Report,
  reportFormat,
  type RequirementRow,
  type RunRow,
  type SilenceRow,
  type Summary,
} from './report.ts';
export { evidenceIn } from './shown-exchanges.ts';
export { runFactsFrom, summaryOf } from './summary.ts';
export { findSurprisingAnswers } from './surprising-answers.ts';
