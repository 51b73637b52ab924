/** Cases about the request schemas of the contract. */
export * from './book-bodies.ts';
export { createTwoDescriptors } from './file-cases.ts';
export { requestValues } from './request-values.check.ts';
