/** Parses requests and checks them against the schemas of the contract. */
export * from './sent.ts';
export * from './request-concerns.ts';
