/** Programs that call the service, correctly and with mistakes. */
export { create, send, type Surroundings, textAt } from './caller-steps.ts';
export { callCorrectly, faultyCallers } from './callers.ts';
export { recordCorrectTraffic } from './correct-traffic.ts';
export { archive, entryOf } from './recorded-archives.ts';
export { judgeRecordings, type JudgedRecordings } from './judge-recordings.ts';
