/** Judges the traffic of other programs: recorded, passed through, or taken from a fetch. */
export { createLiveListener } from './live-listener.ts';
export * from './traffic-run.ts';
