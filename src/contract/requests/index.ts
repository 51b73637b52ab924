/** Reads requests by the schemas of the contract. */
export { parseParameter } from './parameter-text.ts';
export {
  getBodySchema,
  listOpenings,
  readRequestBody,
  readRequestParameter,
  readValue,
  type OpenValue,
  type ParameterReading,
  type RequestReading,
  type RequestViolation,
} from './request-schemas.ts';
