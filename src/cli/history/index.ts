/** `bookdist history`: what the runs against a service show together. */
export { historyCommand } from './history.ts';
export { appendToHistory } from './append-to-history.ts';
