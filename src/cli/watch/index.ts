/** `bookdist watch`. */
export { watchCommand } from './watch.ts';
