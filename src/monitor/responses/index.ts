/** Responses as the operations document them, read leniently. */
export { bookIn, createdId, hasUpperCaseId } from './books.ts';
export { grantsIn, type ShownGrant } from './grants.ts';
export { outcomeOf, type Outcome } from './outcome.ts';
export { hasReadableNames, isProblem, namesIn, problemText } from './refusal.ts';
