/** The report of one run: `report.json`, and its parts. */
export { buildReport, type ReportInput } from './build-report.ts';
export type { CallerRuleRow, ChangedRow, KnownDrift, StaleRow } from './earlier-runs.ts';
export { createExchangeRecord, type ExchangeRecord, quoted } from './exchanges/index.ts';
export { exitCodeOf, verdictOf } from './exit-code.ts';
export { byRank, fingerprintOf } from './finding-rows.ts';
export { ledgerEntries, type LedgerEntry } from './ledger-entry.ts';
export { heldTo, type MinProven, reasonKind } from './min-proven.ts';
export * from './report.ts';
export { runFactsFrom, summaryOf } from './summary.ts';
export { evidenceIn, findSurprisingAnswers } from './shown-answers.ts';
