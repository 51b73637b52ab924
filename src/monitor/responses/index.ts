/** Responses as the operations document them, read leniently. */
export { readBook as bookIn, readCreatedId as createdId, hasUpperCaseId } from './books.ts';
export { readGrants as grantsIn, type ShownGrant } from './grants.ts';
export { outcomeOf, type Outcome } from './outcome.ts';
export { hasReadableNames, isProblem, readParamNames as namesIn, problemText } from './refusal.ts';
