/** Programs that call the service, correctly and with mistakes. */
export { createBook, send, type CallerEnvironment, textAt } from './caller-steps.ts';
export { callCorrectly, faultyCallers } from './callers.ts';
export { recordCorrectTraffic } from './correct-traffic.ts';
export { createHar, createHarEntry } from './recorded-archives.ts';
export { judgeRecordings, type JudgedRecordings } from './judge-recordings.ts';
