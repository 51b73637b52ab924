/** Faults derived from the contract: a wrong type and a wrong value for each documented field. */
import { findAnswer, type Operation } from '../contract/operations.ts';
import { isRequirementId } from '../contract/requirements.ts';
import { readContract, type Contract } from '../contract/spec.ts';
import { isArray, isObject, type Json } from '../contract/json-pointer.ts';
import { isJsonType } from '../contract/shapes.ts';
import type { Answer } from '../sandbox/present/index.ts';
import { createBodyChange, findPlaces, type Place } from './contract-places.ts';
import { changeResponses, type Fault } from './fault.ts';
import { findEcho, findReaders } from './echoes.ts';

/** Returns every fault that is derived from the contract. */
export function createContractFaults(contract: Contract = readContract()): readonly Fault[] {
  const roots = Object.values(contract.operations).flatMap(({ answers }) =>
    answers.flatMap(({ content }) => Object.values(content)),
  );
  const places = new Map(
    [...new Set(roots)]
      .flatMap((root) => findPlaces(contract.document, root))
      .map((place) => [place.pointer, place]),
  );
  return [...places.values()].flatMap((place) => [
    createTypeFault(contract, place),
    ...createValueFault(contract, place),
  ]);
}

function createTypeFault(contract: Contract, place: Place): Fault {
  return {
    name: `${place.name}-of-another-type`,
    breaks: place.requirements.filter(isRequirementId),
    mayAlsoBreak: findReaders(place.pointer),
    description: `${place.name} is shown with the wrong type.`,
    override: changePlace(contract, place, () => pickWrongType(place)),
    ...requiredReadings(place),
  };
}

function createValueFault(contract: Contract, place: Place): Fault[] {
  const echo = findEcho(place.pointer);
  if (echo === undefined) return [];
  return [
    {
      name: `${place.name}-not-as-given`,
      ...echo,
      description: `${place.name} is not shown as it was sent.`,
      override: changePlace(contract, place, (value) => changeValue(value, place)),
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
    const other = allowed.find((one) => one !== text);
    return typeof other === 'string' ? other : text;
  }
  if (format === 'date')
    return text.replace(/^(\d{4})-/, (_, year: string) => `${Number(year) + 1}-`);
  if (format === 'uuid') return text.replace(/.$/, text.endsWith('0') ? '1' : '0');
  return `${text} X`;
}

/** Changes a place in every response that shows it, just before it is sent. */
function changePlace(
  contract: Contract,
  place: Place,
  change: (value: Json) => Json,
): Fault['override'] {
  const changeBody = createBodyChange(contract.document, place, change);
  return changeResponses((answer, { operation }) => {
    const root = operation && findSchema(contract.operations[operation], answer);
    const body: unknown = root === undefined ? undefined : JSON.parse(answer.text);
    if (root === undefined || !(isObject(body) || isArray(body))) return answer;
    return { ...answer, text: JSON.stringify(changeBody(root, body)) };
  });
}

/** Returns the schema of a response, if the contract has one and the body is JSON. */
function findSchema(operation: Operation, { status, text, headers }: Answer): string | undefined {
  const type = headers['content-type']?.split(';')[0] ?? '';
  const described = findAnswer(operation, status);
  if (described === undefined || text === '' || !isJsonType(type)) return undefined;
  return described.content[type] ?? Object.values(described.content)[0];
}

/** Places that only one of the documented shapes has, with the reading that selects the shape. */
function requiredReadings({ pointer }: Place): Pick<Fault, 'readings'> {
  if (pointer.includes('/BareGrant/')) return { readings: { 'upload.response': 'reference' } };
  if (pointer.includes('/BookReceipt/')) return { readings: { 'create.response': 'walkthrough' } };
  if (/\/(Problem|DeleteRefusal)\/properties\/type$/.test(pointer))
    return { readings: { 'problem.type': 'uri' } };
  return {};
}
