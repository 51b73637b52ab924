/** Responses as the operations document them, read leniently. */
export { readBook, readCreatedId, hasUpperCaseId } from './books.ts';
export { readGrants, type ShownGrant } from './grants.ts';
export { outcomeOf, type Outcome } from './outcome.ts';
export { hasReadableNames, isProblem, readParamNames, problemText } from './refusal.ts';
