/** Faults derived from the contract: a wrong type and a wrong value for each documented field. */
import { findDocumentedResponse, type Operation } from '../contract/operations.ts';
import { isRequirementId } from '../contract/requirements.ts';
import { readContract, type Contract } from '../contract/spec.ts';
import { isArray, isObject, type Json } from '../contract/json-pointer.ts';
import { isJsonType } from '../contract/shapes.ts';
import type { SandboxResponse } from '../sandbox/present/index.ts';
import { createBodyChange, findPlaces, type Place } from './contract-places.ts';
import { changeResponses, type Fault } from './fault.ts';
import { findEcho, findAffectedAreas } from './echoes.ts';

/** Returns every fault that is derived from the contract. */
export function createContractFaults(contract: Contract = readContract()): readonly Fault[] {
  const roots = Object.values(contract.operations).flatMap(({ responses }) =>
    responses.flatMap(({ content }) => Object.values(content)),
  );
  const places = new Map(
    [...new Set(roots)]
      .flatMap((root) => findPlaces(contract.document, root))
      .map((place) => [place.pointer, place]),
  );
  return [...places.values()].flatMap((place) => [
    createTypeFault(place),
    ...createValueFault(place),
  ]);
}

function createTypeFault(place: Place): Fault {
  return {
    name: `${place.name}-of-another-type`,
    breaks: place.requirements.filter(isRequirementId),
    mayAlsoBreak: findAffectedAreas(place.pointer),
    description: `The property ${place.name} has the wrong type.`,
    override: changePlace(place, () => pickWrongType(place)),
    ...findRequiredReadings(place),
  };
}

function createValueFault(place: Place): Fault[] {
  const echo = findEcho(place.pointer);
  if (echo === undefined) return [];
  return [
    {
      name: `${place.name}-not-as-given`,
      ...echo,
      description: `The property ${place.name} does not have the value that was sent.`,
      override: changePlace(place, (value) => changeValue(value, place)),
    },
  ];
}

/** Returns a value that the contract's types do not allow at a place. */
function pickWrongType({ types }: Place): Json {
  if (!types.includes('number') && !types.includes('integer')) return 7;
  return types.includes('string') ? [] : 'seven';
}

/** Returns another value of the right type and form. Keeps null and empty values, because they mean that nothing was sent. */
function changeValue(value: Json, { schema }: Place): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return changeText(value, schema['format'], schema['enum']);
  return isArray(value) ? value.slice(0, -1) : value;
}

function changeText(text: string, format: Json | undefined, allowed: Json | undefined): string {
  if (isArray(allowed)) {
    const otherValue = allowed.find((value) => value !== text);
    return typeof otherValue === 'string' ? otherValue : text;
  }
  if (format === 'date') return text.replace(/^\d{4}/, (year) => `${Number(year) + 1}`);
  if (format === 'uuid') return text.replace(/.$/, text.endsWith('0') ? '1' : '0');
  return `${text} X`;
}

function changePlace(place: Place, change: (value: Json) => Json) {
  return changeResponses((response, { operation }, { contract }) => {
    const changeBody = createBodyChange(contract.document, place, change);
    const root = operation && findSchema(contract.operations[operation], response);
    const body: unknown = root === undefined ? undefined : JSON.parse(response.text);
    if (root === undefined || !(isObject(body) || isArray(body))) return response;
    return { ...response, text: JSON.stringify(changeBody(root, body)) };
  });
}

/** Returns the schema of a response, if the contract has one and the body is JSON. */
function findSchema(operation: Operation, { status, text, headers }: SandboxResponse) {
  const type = headers['content-type']?.split(';')[0] ?? '';
  const documentedResponse = findDocumentedResponse(operation, status);
  if (documentedResponse === undefined || text === '' || !isJsonType(type)) return undefined;
  return documentedResponse.content[type] ?? Object.values(documentedResponse.content)[0];
}

/** Returns the reading that selects the shape of a place, if only one of the documented shapes has it. */
function findRequiredReadings({ pointer }: Place): Pick<Fault, 'readings'> {
  if (pointer.includes('/BareGrant/')) return { readings: { 'upload.response': 'reference' } };
  if (pointer.includes('/BookReceipt/')) return { readings: { 'create.response': 'walkthrough' } };
  if (/\/(Problem|DeleteRefusal)\/properties\/type$/.test(pointer))
    return { readings: { 'problem.type': 'uri' } };
  return {};
}
