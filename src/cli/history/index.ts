/** `bookdist history`: shows the runs against a service over time. */
export { historyCommand } from './history.ts';
export { appendToHistory } from './append-to-history.ts';
