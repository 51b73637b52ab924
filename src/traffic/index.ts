/** Traffic that others produced: recorded, passed through or taken from a fetch, and judged. */
export { createLiveListener } from './live-judge.ts';
export {
  createTrafficRun,
  describeDrift,
  type TrafficNews,
  type TrafficRun,
} from './traffic-run.ts';
