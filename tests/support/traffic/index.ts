/** Programs that call the service, correctly and with mistakes. */
export type { CallerEnvironment } from './caller-steps.ts';
export { callCorrectly, recordCorrectTraffic } from './correct-traffic.ts';
export { faultyCallers } from './faulty-callers.ts';
export { createHar, createHarEntry, judgeRecordings, toJsonLines } from './judge-recordings.ts';
