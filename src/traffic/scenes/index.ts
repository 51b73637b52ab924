/** Programs that call the service, correctly and with mistakes. */
export { createBook, send, type CallerEnvironment, getTextAt } from './caller-steps.ts';
export { callCorrectly, recordCorrectTraffic } from './correct-traffic.ts';
export { faultyCallers } from './faulty-callers.ts';
export { createHar, createHarEntry } from './recorded-archives.ts';
export { judgeRecordings, type JudgedRecordings } from './judge-recordings.ts';
