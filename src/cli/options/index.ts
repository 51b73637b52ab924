/** Groups of options that several commands share, and the parsers of their values. */
export {
  connectionEnvironment,
  type ConnectionFlags,
  withConnectionOptions,
} from './connection-options.ts';
export { type FormatFlags, withFormats } from './format-options.ts';
export { type MemoryFlags, withMemoryOptions } from './memory-options.ts';
export {
  count,
  duration,
  instant,
  minProven,
  port,
  positive,
  seedNumber,
  several,
  wholeNumber,
  shard,
  version,
} from './option-values.ts';
export { type TrafficFlags, withTrafficOptions } from './traffic-options.ts';
export { type VerbosityFlags, applyVerbosity, withVerbosity } from './verbosity.ts';
