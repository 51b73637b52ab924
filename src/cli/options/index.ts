/** Groups of options that several commands share, and the parsers of their values. */
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
  version,
} from './option-values.ts';
export {
  applyVerbosity,
  connectionEnvironment,
  type ConnectionFlags,
  type FormatFlags,
  type MemoryFlags,
  type TrafficFlags,
  type VerbosityFlags,
  withConnectionOptions,
  withFormats,
  withMemoryOptions,
  withTrafficOptions,
  withVerbosity,
} from './shared-options.ts';
