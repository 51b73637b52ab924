/** The parts of a suite: checks, observations, watches, properties. */
export * from './check.ts';
export * from './for-all.ts';
