/** `bookdist sweep`. */
export { sweepCommand } from './sweep.ts';
