/** Serves a sandbox on ports. */
export { serveSandbox, type ServedSandbox, type ServeOptions } from './serve.ts';
