/** Turns a request into a call: its account, ids, query and body. */
import type { RequirementId } from '../../contract/requirements.ts';
import type { Account } from '../book/index.ts';
import type { Call, KeyedOperation, SandboxParts, ReceivedRequest } from '../parts/index.ts';
import { readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import { type Concern, Refusal, readingConcern, refuseIfAny } from '../readings/index.ts';

/** Checks the key, the path, the query and the body, in this order. By one reading the key is last. */
export async function readCall(request: ReceivedRequest, parts: SandboxParts): Promise<Call> {
  const keyFirst = parts.readings['auth.before-routing'] === 'yes';
  const account = () => authorize(request, parts);
  const early = keyFirst ? account() : undefined;
  const bookId = readPathId(request, 'bookPublicId', parts);
  const fileId = readPathId(request, 'fileId', parts);
  refuseIfAny([...bookId.concerns, ...fileId.concerns]);
  const query = readQuery(request, parts);
  const body = await readBody(request, parts);
  return {
    operation: request.operation,
    account: early ?? account(),
    url: request.url,
    bookId: bookId.text,
    fileId: fileId.text,
    externalId: request.path('bookExternalId') ?? '',
    query,
    body,
    now: parts.clock.now(),
  };
}

const readOperations: readonly KeyedOperation[] = ['listBooks', 'readBook', 'lookUpBook'];

/**
 * Returns the account of a request.
 * @throws Refusal without a valid key, or for a change with a key that may only read
 */
function authorize({ operation, header }: ReceivedRequest, parts: SandboxParts): Account {
  const account = authenticate(header('apikey'), parts);
  if (!account.readOnly || readOperations.includes(operation)) return account;
  throw new Refusal({
    status: 403,
    requirement: 'auth.invalid-key',
    detail: 'This key may only read.',
  });
}

/**
 * Returns the account of a key.
 * @throws Refusal if the key is missing or unknown
 */
export function authenticate(
  key: string | undefined,
  { findAccount, readings }: SandboxParts,
): Account {
  const account = key === undefined ? undefined : findAccount(key);
  if (account) return account;
  const missing = key === undefined || key === '';
  const differs = readings['auth.missing-vs-invalid'] === 'different';
  const kind = { missing: 'The API key is missing.', invalid: 'The API key is not valid.' };
  throw new Refusal({
    status: 401,
    requirement: missing ? 'auth.missing-key' : 'auth.invalid-key',
    subject: 'key',
    detail: differs ? kind[missing ? 'missing' : 'invalid'] : 'Unauthorized',
    ...(readings['auth.challenge'] === 'present'
      ? { headers: { 'www-authenticate': 'ApiKey realm="distribution"' } }
      : {}),
  });
}

interface PathId {
  readonly text: string;
  readonly concerns: readonly Concern[];
}

/** Reads an id in the path. Upper and lower case are the same, unless the reading says otherwise. */
function readPathId(
  { operation, path }: ReceivedRequest,
  name: string,
  parts: SandboxParts,
): PathId {
  const value = path(name);
  if (value === undefined) return { text: '', concerns: [] };
  const text = parts.readings['uuid.case'] === 'accepted' ? value.toLowerCase() : value;
  const { violations } = parts.shapes.parameter(operation, name, value);
  if (violations.length === 0) return { text, concerns: [] };
  if (parts.readings['path.invalid-uuid'] === '404') throw unknownId(operation);
  return {
    text,
    concerns: readingConcern(parts.readings, 'path.invalid-uuid', {
      name,
      reason: 'Is not a UUID.',
    }),
  };
}

const unknownBook: Readonly<Partial<Record<KeyedOperation, RequirementId>>> = {
  readBook: 'read.unknown-404',
  updateBook: 'update.unknown-404',
};

function unknownId(operation: KeyedOperation): Refusal {
  return new Refusal({
    status: 404,
    requirement: unknownBook[operation] ?? 'path.invalid-uuid',
    subject: 'absent',
    detail: 'Book not found.',
  });
}
