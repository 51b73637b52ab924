/**
 * Turns a request into a call: its account, ids, query and body. Parses the query of a request into values of
 * the contract's types.
 */
import { type Parameter, listPathParameters } from '../../contract/operations.ts';
import { findListParameter } from '../../contract/fields.ts';
import { toConcerns } from '../shapes/index.ts';
import {
  findKeyAccount,
  type Parts,
  type KeyedRequest,
  type Call,
  type KeyedOperation,
} from '../replaceable-parts/index.ts';
import {
  type Concern,
  applyReading,
  refuseIfAny,
  Refusal,
  createNotFound,
} from '../readings/index.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import { type Account, testIdHeader, testIdPattern } from '../book/index.ts';
import { readBody } from './read-body.ts';

/** Parses the query. An operation without query parameters ignores it. */
function parseQuery({ operation, url }: KeyedRequest, parts: Parts) {
  const known = parts.contract.operations[operation].parameters.filter(
    (parameter) => parameter.in === 'query',
  );
  const start = url.indexOf('?');
  if (known.length === 0 || start < 0) return {};
  const sent = new URLSearchParams(url.slice(start + 1));
  const concerns: Concern[] = findUnknownConcerns(sent, known, parts);
  const query: Record<string, unknown> = {};
  for (const { name } of known) {
    const text = sent.get(name);
    const isEmpty = text === '' && parts.readings['list.empty-values'] === 'absent';
    if (text === null || isEmpty) continue;
    const reading = parts.shapes.parameter(operation, name, text);
    query[name] = keepExact(normalizeCase(name, reading.value, parts), text);
    // The only open numbers are very large pages, which are empty like every page after the last.
    const openValues = typeof reading.value === 'number' ? [] : reading.openValues;
    const { violations } = reading;
    const documented = parts.contract.operations[operation];
    concerns.push(...toConcerns(documented, { violations, openValues }, parts.readings));
  }
  refuseIfAny(concerns);
  return query;
}

function findUnknownConcerns(
  sent: URLSearchParams,
  known: readonly Parameter[],
  { readings }: Parts,
): Concern[] {
  const reason = 'The list has no such parameter.';
  return [...sent.keys()]
    .filter((name) => !known.some((parameter) => parameter.name === name))
    .flatMap((name) => [...applyReading(readings, 'list.unknown-param', { name, reason })]);
}

/** Returns a number as a bigint if it has more digits than a number can hold exactly. */
function keepExact(value: unknown, text: string): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
  return isInexact && /^\d+$/.test(text) ? BigInt(text) : value;
}

/** Returns a value in the contract's spelling if the reading accepts other cases. */
function normalizeCase(name: string, value: unknown, { contract, readings }: Parts): unknown {
  if (readings['list.enum-case'] === '400') return value;
  const spell = (text: unknown): string => String(text).toLowerCase();
  return (
    findListParameter(name, contract)?.values?.find((known) => spell(known) === spell(value)) ??
    value
  );
}

/** Checks the key, the path, the query and the body, in this order. Under one reading the key comes last. */
export async function readCall(request: KeyedRequest, parts: Parts): Promise<Call> {
  const checksKeyFirst = parts.readings['auth.before-routing'] === 'yes';
  const getAccount = () => authorize(request, parts);
  const earlyAccount = checksKeyFirst ? getAccount() : undefined;
  const names = listPathParameters(parts.contract.operations[request.operation]);
  const isLookUp = request.operation === 'lookUpBook';
  const [bookName, fileName] = isLookUp ? [] : names;
  const bookId = readPathId(request, bookName, parts);
  const fileId = readPathId(request, fileName, parts);
  refuseIfAny([...bookId.concerns, ...fileId.concerns]);
  const query = parseQuery(request, parts);
  const body = await readBody(request, parts);
  return {
    operation: request.operation,
    account: earlyAccount ?? getAccount(),
    url: request.url,
    bookId: bookId.text,
    fileId: fileId.text,
    externalId: isLookUp ? (request.path(names[0] ?? '') ?? '') : '',
    query,
    body,
    now: parts.clock.now(),
  };
}

function authorize({ operation, header }: KeyedRequest, parts: Parts): Account {
  const account = authenticate(header, parts);
  if (!account.readOnly || parts.contract.operations[operation].method === 'GET') return account;
  // The document has no read-only keys. Of its requirements, this one is the closest.
  const detail = 'This key may only read.';
  throw new Refusal({ status: 403, requirement: 'auth.invalid-key', detail });
}

export function authenticate(header: KeyedRequest['header'], parts: Parts): Account {
  const account = findKeyAccount(header, parts);
  checkTestId(header(testIdHeader));
  if (account) return account;
  const { readings, contract } = parts;
  const key = header(contract.keyHeader);
  const reason = key === undefined || key === '' ? 'missing' : 'invalid';
  const details = { missing: 'The API key is missing.', invalid: 'The API key is not valid.' };
  const namesTheReason = readings['auth.missing-vs-invalid'] === 'different';
  throw new Refusal({
    status: 401,
    requirement: reason === 'missing' ? 'auth.missing-key' : 'auth.invalid-key',
    subject: 'key',
    detail: namesTheReason ? details[reason] : 'Unauthorized',
    ...(readings['auth.challenge'] === 'present'
      ? { headers: { 'www-authenticate': 'ApiKey realm="distribution"' } }
      : {}),
  });
}

function checkTestId(testId: string | undefined): void {
  if (testId === undefined || testIdPattern.test(testId)) return;
  const detail = `${testIdHeader} has 1 to 100 letters, digits and the signs _ . : and -.`;
  // The document has no test ids. Of its requirements, this one is the closest.
  throw new Refusal({ status: 400, requirement: 'auth.invalid-key', detail });
}

/** Reads an id in the path, in lower case unless the reading distinguishes upper and lower case. */
function readPathId(
  { operation, path }: KeyedRequest,
  name: string | undefined,
  parts: Parts,
): { readonly text: string; readonly concerns: readonly Concern[] } {
  const value = name === undefined ? undefined : path(name);
  if (name === undefined || value === undefined) return { text: '', concerns: [] };
  const text = parts.readings['uuid.case'] === 'accepted' ? value.toLowerCase() : value;
  const { violations } = parts.shapes.parameter(operation, name, value);
  if (violations.length === 0) return { text, concerns: [] };
  if (parts.readings['path.invalid-uuid'] === '404') throw createUnknownIdRefusal(operation);
  const reason = 'Must be a UUID.';
  return { text, concerns: applyReading(parts.readings, 'path.invalid-uuid', { name, reason }) };
}

/** The requirements of operations that have one for unknown books. */
const unknownBookRequirements: Readonly<Partial<Record<KeyedOperation, RequirementId>>> = {
  readBook: 'read.unknown-404',
  updateBook: 'update.unknown-404',
};

/** Returns the 404 for an id that is not a UUID, under a reading that treats it as unknown. */
function createUnknownIdRefusal(operation: KeyedOperation): Refusal {
  const requirement = unknownBookRequirements[operation] ?? 'path.invalid-uuid';
  return createNotFound(requirement, 'Book not found.');
}
