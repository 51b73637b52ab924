/** The scenarios at the start of a run. Each gives evidence for many requirements. */
export { bookLives } from './book-lives.check.ts';
export { deleting } from './deleting.check.ts';
export { keys } from './keys.check.ts';
export { lists } from './lists.check.ts';
export { refusals } from './refusals.check.ts';
