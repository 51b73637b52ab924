/** Serves a sandbox on ports. */
export { isLoopback } from './listen.ts';
export { serveSandbox, type ServedSandbox, type ServeOptions } from './serve.ts';
