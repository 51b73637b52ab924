/** The report of one run, `report.json`, and its parts. */
export { buildReport, type ReportInput } from './build-report.ts';
export type { CallerRuleRow } from './caller-rows.ts';
export type { ChangedRow, KnownDrift, StaleRow } from './earlier-runs.ts';
export {
  createExchangeRecord,
  type ExchangeRecord,
  nameKey,
  quoteForShell,
} from './exchanges/index.ts';
export { chooseExitCode, chooseRunVerdict } from './exit-code.ts';
export { compareByRank, findFingerprint } from './finding-rows.ts';
export { getLedgerEntries, type LedgerEntry } from './ledger-entry.ts';
export { requireMinProven, type MinProven, generalizeReason } from './min-proven.ts';
export * from './report.ts';
export { provenVerdicts, toRunFacts, summarizeRows } from './summary.ts';
export { collectEvidence } from './collect-evidence.ts';
export { findSurprisingAnswers } from './surprising-answers.ts';
