/** The report of one run, `report.json`, and its parts. */
export { findDependence } from './dependence.ts';
export { buildReport, type ReportInput, collectEvidence } from './build-report.ts';
export type { CallerRuleRow, ChangedRow, KnownDrift, StaleRow } from './run-rows.ts';
export * from './exchanges/index.ts';
export * from './exit-code.ts';
export { compareByRank, findFingerprint } from './finding-rows.ts';
export { getLedgerEntries, type LedgerEntry } from './ledger-entry.ts';
export * from './report.ts';
export { findBook, findField, isAboutRefusal, unwrapBook } from './sent-part.ts';
export { provenVerdicts, toRunFacts, summarizeRows } from './summary.ts';
