/** Faults derived from the contract: a wrong type and a wrong value for each documented field. */
import { describedAnswer, type Operation } from '../contract/operations.ts';
import { isRequirementId } from '../contract/requirements.ts';
import { readContract, type Contract } from '../contract/spec.ts';
import { isArray, isObject, type Json } from '../contract/json-pointer.ts';
import { isJsonType } from '../contract/shapes.ts';
import type { Answer } from '../sandbox/present/index.ts';
import { changedAt, placesBelow, type Place } from './contract-places.ts';
import { changingResponses, type Fault } from './fault.ts';
import { echoAt, readElsewhere } from './echoes.ts';

/** Returns every fault that is derived from the contract. */
export function contractFaults(contract: Contract = readContract()): readonly Fault[] {
  const roots = Object.values(contract.operations).flatMap(({ answers }) =>
    answers.flatMap(({ content }) => Object.values(content)),
  );
  const places = new Map(
    [...new Set(roots)]
      .flatMap((root) => placesBelow(contract.document, root))
      .map((place) => [place.pointer, place]),
  );
  return [...places.values()].flatMap((place) => [
    ofType(contract, place),
    ...echoing(contract, place),
  ]);
}

function ofType(contract: Contract, place: Place): Fault {
  return {
    name: `${place.name}-of-another-type`,
    breaks: place.requirements.filter(isRequirementId),
    shadows: readElsewhere(place.pointer),
    says: `${place.name} is shown with the wrong type.`,
    override: changing(contract, place, () => ofAnotherType(place)),
    ...under(place),
  };
}

function echoing(contract: Contract, place: Place): Fault[] {
  const echo = echoAt(place.pointer);
  if (echo === undefined) return [];
  return [
    {
      name: `${place.name}-not-as-given`,
      ...echo,
      says: `${place.name} is not shown as it was sent.`,
      override: changing(contract, place, (value) => anotherValue(value, place)),
    },
  ];
}

/** Returns a value that the contract's types do not allow at a place. */
function ofAnotherType({ types }: Place): Json {
  if (!types.includes('number') && !types.includes('integer')) return 7;
  return types.includes('string') ? [] : 'seven';
}

/** Returns another value of the right type and form. Keeps null and empty values, because they mean that nothing was sent. */
function anotherValue(value: Json, { schema }: Place): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return anotherText(value, schema['format'], schema['enum']);
  return isArray(value) ? value.slice(0, -1) : value;
}

function anotherText(text: string, format: Json | undefined, allowed: Json | undefined): string {
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
function changing(
  contract: Contract,
  place: Place,
  change: (value: Json) => Json,
): Fault['override'] {
  const at = changedAt(contract.document, place, change);
  return changingResponses((left, { operation }) => {
    const root = operation && rootOf(contract.operations[operation], left);
    const body: unknown = root === undefined ? undefined : JSON.parse(left.text);
    if (root === undefined || !(isObject(body) || isArray(body))) return left;
    return { ...left, text: JSON.stringify(at(root, body)) };
  });
}

/** Returns the schema of a response, if the contract has one and the body is JSON. */
function rootOf(operation: Operation, { status, text, headers }: Answer): string | undefined {
  const type = headers['content-type']?.split(';')[0] ?? '';
  const described = describedAnswer(operation, status);
  if (described === undefined || text === '' || !isJsonType(type)) return undefined;
  return described.content[type] ?? Object.values(described.content)[0];
}

/** Places that only one of the documented shapes has, with the reading that selects the shape. */
function under({ pointer }: Place): Pick<Fault, 'under'> {
  if (pointer.includes('/BareGrant/')) return { under: { 'upload.response': 'reference' } };
  if (pointer.includes('/BookReceipt/')) return { under: { 'create.response': 'walkthrough' } };
  if (/\/(Problem|DeleteRefusal)\/properties\/type$/.test(pointer))
    return { under: { 'problem.type': 'uri' } };
  return {};
}
