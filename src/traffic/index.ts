/** Judges the traffic of other programs: recorded, passed through, or taken from a fetch. */
export { createLiveListener } from './live-listener.ts';
export {
  createTrafficRun,
  describeDrift,
  type ExchangeFindings,
  type TrafficRun,
} from './traffic-run.ts';
