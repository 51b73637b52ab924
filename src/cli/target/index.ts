/** Finds the service that a command works on, and connects to it. */
export * from './connection.ts';
export { findNamedTarget } from './named-target.ts';
export { createTargetsSchema, defaultTargetsFile } from './targets-file.ts';
export * from './open-target.ts';
