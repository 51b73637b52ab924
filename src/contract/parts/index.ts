/** The parts of a contract, and which of them a run checked. */
export { listUncheckable, readParts, summarizeCoverage } from './contract-parts.ts';
export type { OperationParts } from './operation-parts.ts';
export type { ParameterParts } from './parameter-parts.ts';
export {
  type ContractCoverage,
  type ContractPart,
  isDecisive,
  type Need,
  type UnprovenPart,
} from './part.ts';
export type { SchemaParts } from './schema-parts.ts';
