/** Parses requests and checks them against the schemas of the contract. */
export { concernsOf, isNullable } from './open-shapes.ts';
export { decodeUtf8, parseJson } from './parse-json.ts';
export { type RequestShapes, requestShapesOf } from './request-shapes.ts';
export { type SentBook, type SentDescriptor, type SentFields, sentTo, without } from './sent.ts';
