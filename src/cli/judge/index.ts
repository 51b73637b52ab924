/** The report about judged traffic. */
export {
  createTrafficRecord,
  readReportOptions,
  reportTraffic,
  type TrafficReportOptions,
} from './traffic-report.ts';
