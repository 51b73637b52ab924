/** `bookdist sandbox`. */
export { sandboxCommand } from './sandbox.ts';
