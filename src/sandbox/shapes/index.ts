/** Parses requests and checks them against the schemas of the contract. */
export { toConcerns, isNullable } from './open-shapes.ts';
export { decodeUtf8, parseJson } from './parse-json.ts';
export { type RequestShapes, getRequestShapes } from './request-shapes.ts';
export { type SentBook, type SentDescriptor, type SentFields, getBody, omit } from './sent.ts';
