/** `bookdist judge`, and the reports of judged traffic. */
export { judgeCommand } from './judge.ts';
export {
  createTrafficRecord,
  reportTraffic,
  type TrafficRecord,
  type TrafficReportOptions,
} from './traffic-report.ts';
