/** Programs that call the service, correctly and with mistakes. */
export type { CallerEnvironment } from './caller-steps.ts';
export { callCorrectly, recordCorrectTraffic } from './correct-traffic.ts';
export { faultyCallers } from './faulty-callers.ts';
export { createHar, createHarEntry, toJsonLines } from './recorded-archives.ts';
export { judgeRecordings } from './judge-recordings.ts';
