/** The sandbox: a stateful service that behaves as the interface document says. */
export type { Alteration, SandboxOptions } from './sandbox-options.ts';
export type { LoggedRequest } from './control/index.ts';
export { createSandbox, type Sandbox } from './sandbox.ts';
export { serveSandbox, type ServedSandbox, type ServeOptions } from './server/index.ts';
