/** Cases about the request schemas of the contract. */
export { listRefusedUpdates } from './book-bodies.ts';
export { chooseVariations, listNewlyAccepted, listRefused } from './choice.ts';
export { createTwoDescriptors } from './file-cases.ts';
export { requestValues } from './request-values.check.ts';
