/** `bookdist judge`, and the reports of judged traffic. */
export { judgeCommand } from './judge.ts';
export { createTrafficRecord, reportTraffic } from './traffic-report.ts';
