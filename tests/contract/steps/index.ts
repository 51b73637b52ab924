/** Steps, shared books and shared files that several cases use. */
export { awaitReview, interruptReview } from './await-review.ts';
export * from './histories.ts';
export * from './shared-books.ts';
export * from './shared-files.ts';
export * from './steps.ts';
