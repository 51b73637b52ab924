/** The parts a sandbox is made of, as one record. */
export * from './clock.ts';
export * from './parts.ts';
