/** Reads requests by the schemas of the contract. */
export { parseParameter } from './request-violations.ts';
export * from './request-schemas.ts';
