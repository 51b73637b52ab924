/** Faults that follow from the contract: for each field of each table one for its type and one for its echo. */
import type { Answer as Described, Operation, OperationId } from '../contract/operations.ts';
import { isRequirementId } from '../contract/requirements.ts';
import { readContract, type Contract } from '../contract/spec.ts';
import { isArray, isObject, type Json } from '../contract/json-pointer.ts';
import type { Answer } from '../sandbox/answer.ts';
import { changedAt, placesBelow, type Place } from './contract-places.ts';
import type { Fault } from './fault.ts';
import { echoAt, readElsewhere } from './echoes.ts';

/** Every fault the contract gives rise to. */
export function contractFaults(contract: Contract = readContract()): readonly Fault[] {
  const roots = Object.values(contract.operations).flatMap(({ answers }) =>
    answers.flatMap(schemasOf),
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
    says: `What is shown at ${place.name} has another type than it should.`,
    override: replacing(contract, place, () => ofAnotherType(place)),
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
      says: `What is shown at ${place.name} is not what was given.`,
      override: replacing(contract, place, (value) => anotherValue(value, place)),
    },
  ];
}

function schemasOf({ content }: Described): string[] {
  return Object.values(content);
}

/** A value that the contract's types do not allow there. */
function ofAnotherType({ types }: Place): Json {
  if (!types.includes('number') && !types.includes('integer')) return 7;
  return types.includes('string') ? [] : 'seven';
}

/** Another value of the right type and form; null and empty stay, for they say that nothing was given. */
function anotherValue(value: Json, { schema }: Place): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return anotherText(value, schema['format'], schema['enum']);
  return isArray(value) ? value.slice(0, -1) : value;
}

const days = /^(\d{4})-/;

function anotherText(text: string, format: Json | undefined, allowed: Json | undefined): string {
  if (isArray(allowed)) {
    const other = allowed.find((one) => one !== text);
    return typeof other === 'string' ? other : text;
  }
  if (format === 'date') return text.replace(days, (_, year: string) => `${Number(year) + 1}-`);
  if (format === 'uuid') return text.replace(/.$/, text.endsWith('0') ? '1' : '0');
  return `${text} X`;
}

/** Changes a place in every answer that shows it, the moment it leaves. */
function replacing(
  contract: Contract,
  place: Place,
  change: (value: Json) => Json,
): Fault['override'] {
  const at = changedAt(contract.document, place, change);
  return ({ transport }) => ({
    transport: async (answer, asked) => {
      const left = await transport(answer, asked);
      const root = rootOf(contract, asked.operation, left);
      return root === undefined
        ? left
        : { ...left, text: rewritten(left.text, (body) => at(root, body)) };
    },
  });
}

function rewritten(text: string, change: (body: Json) => Json): string {
  const body: unknown = JSON.parse(text);
  return JSON.stringify(isObject(body) || isArray(body) ? change(body) : body);
}

/** The schema of an answer, where it is described and has a JSON body. */
function rootOf(
  { operations }: Contract,
  operation: OperationId | undefined,
  { status, text, headers }: Answer,
): string | undefined {
  const type = headers['content-type']?.split(';')[0] ?? '';
  if (operation === undefined || text === '' || !type.includes('json')) return undefined;
  const described: Operation['answers'][number] | undefined =
    operations[operation].answers.find((one) => one.status === String(status)) ??
    operations[operation].answers.find((one) => one.status === `${Math.floor(status / 100)}XX`);
  return described === undefined
    ? undefined
    : (described.content[type] ?? Object.values(described.content)[0]);
}

/** Places that only one of the documented shapes shows, and the reading that chooses it. */
function under({ pointer }: Place): Pick<Fault, 'under'> {
  if (pointer.includes('/BareGrant/')) return { under: { 'upload.response': 'reference' } };
  if (pointer.includes('/BookReceipt/')) return { under: { 'create.response': 'walkthrough' } };
  if (/\/(Problem|DeleteRefusal)\/properties\/type$/.test(pointer))
    return { under: { 'problem.type': 'uri' } };
  return {};
}
