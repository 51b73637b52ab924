/** Cases about the request schemas of the contract. */
export { chooseVariations, listNewlyAccepted, listRefused } from './book-bodies.ts';
export { requestValues } from './request-values.check.ts';
