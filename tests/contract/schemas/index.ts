/** Cases about the request schemas of the contract. */
export { chooseRefused, listNewlyAccepted } from './book-bodies.ts';
export { requestValues } from './request-values.check.ts';
