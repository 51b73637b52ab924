/** The requests and responses of a run, redacted: as rows, and as a compressed record. */
export * from './exchange-record.ts';
export * from './exchange-row.ts';
