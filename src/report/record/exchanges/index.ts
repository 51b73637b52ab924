/** The requests and responses of a run, redacted: as rows, as a compressed record, and as curl. */
export * from './exchange-record.ts';
export * from './exchange-row.ts';
