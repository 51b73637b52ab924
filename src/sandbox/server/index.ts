/** Serves a sandbox on ports. */
export { isLoopback, listen } from './listen.ts';
export { serveSandbox, type ServedSandbox, type ServeOptions } from './serve.ts';
