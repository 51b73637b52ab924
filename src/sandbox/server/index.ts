/** Serves a sandbox on ports, or in process without a network. */
export { sandboxNetwork } from './network.ts';
export { serveSandbox, type ServedSandbox, type ServeOptions } from './serve.ts';
