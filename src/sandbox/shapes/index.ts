/** Parses requests and checks them against the schemas of the contract. */
export { decodeUtf8, parseJson } from './parse-json.ts';
export { describeViolation, listIgnored, toConcerns } from './request-concerns.ts';
export { type RequestShapes, createRequestShapes } from './request-shapes.ts';
export { type SentBook, type SentDescriptor, type SentFields, getBody, omit } from './sent.ts';
