/** The page of a history. */
export { historyPage } from './history-page.ts';
