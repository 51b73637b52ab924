/** Reads the bodies of responses leniently. */
export { readBook, readCreatedId, hasUpperCaseId } from './books.ts';
export { readGrants, type ShownGrant } from './grants.ts';
export { readOutcome, type ResponseOutcome } from './outcome.ts';
export { hasReadableNames, isProblem, readParamNames, readProblemText } from './refusal.ts';
