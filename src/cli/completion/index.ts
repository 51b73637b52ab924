/** `bookdist completion`. */
export { completionCommand } from './completion.ts';
