/** Starts a version of a service, for scripts. */
export { startVersion } from './start-version.ts';
