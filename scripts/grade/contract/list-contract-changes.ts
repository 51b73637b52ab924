/** Lists single changes of a contract: for each of its constraints, what else it could say. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import type { ContractChange } from './contract-change.ts';
import {
  listBodyChanges,
  listContentChanges,
  listParameterChanges,
  listParameterLists,
  listStatusChanges,
} from './exchange-changes.ts';
import { listObjectChanges } from './object-changes.ts';
import { listOperationChanges } from './operation-changes.ts';
import { findPlaces } from './places.ts';
import { listValueChanges } from './value-changes.ts';

/**
 * Lists the changes of every constraint that an operation uses. A shared component is changed once, at its definition.
 * Descriptions, examples and `x-` extensions are no constraints. A property to which the contract refers stays.
 */
export function listContractChanges(contract: JsonObject): readonly ContractChange[] {
  const text = JSON.stringify(contract);
  const isReferredTo = ({ kind, pointer }: ContractChange): boolean =>
    kind === 'property-removed' && text.includes(JSON.stringify(`#${pointer}`));
  const { operations, schemas, parameters, requestBodies, responses } = findPlaces(contract);
  return [
    ...listOperationChanges(contract, operations),
    ...operations.flatMap(listStatusChanges),
    ...[...requestBodies, ...responses].flatMap(listContentChanges),
    ...requestBodies.flatMap(listBodyChanges),
    ...listParameterLists(contract, operations),
    ...parameters.flatMap(listParameterChanges),
    ...schemas.flatMap((schema) => [...listObjectChanges(schema), ...listValueChanges(schema)]),
  ].filter((change) => !isReferredTo(change));
}
