/** `bookdist init`. */
export { initCommand } from './init.ts';
