/** Finds the call that went wrong, which is often not the call that shows it, and says whose key it had. */
import { listOperationsWithRequirement } from '../../contract/requirement-places.ts';
import { readContract } from '../../contract/spec.ts';
import {
  type CallRow,
  findBook,
  type FindingRow,
  isAboutRefusal,
  keyMasks,
} from '../record/index.ts';
import { getArea } from '../wording/index.ts';
import { findWrongStatus } from './differing-place.ts';

/** A call in short: its method, its path, the status of its response, and its number in the run. */
export type ShortCall = Pick<CallRow, 'number' | 'method' | 'path' | 'status' | 'operation'>;

/** Returns the call that went wrong, if another call shows it: the write of a wrong value, or the call that the requirement is about. */
export function findWrongCall(row: FindingRow): ShortCall | undefined {
  const { exchange, sent = [], shows, calls = [], writes = [] } = row;
  if (exchange === undefined) return undefined;
  const isRefused = shows === 'the refused value';
  const write = sent.find(({ status }) => (isRefused ? status >= 400 : status < 300));
  const later = findLaterWrite(row);
  if (later !== undefined) return later.number === exchange.number ? undefined : later;
  const isWrong = write !== undefined && (isRefused || findWriter(row) !== undefined);
  if (isWrong && write.request !== exchange.number) return { ...write, number: write.request };
  const operation = findBlamedOperation(row);
  if (operation === undefined || operation === exchange.operation) return undefined;
  const book = findBook(row, exchange);
  const inCase = calls.findLast(
    (call) =>
      call.operation === operation &&
      call.number < exchange.number &&
      // A refusal that changed a book is one of this book.
      (!isAboutRefusal(row) || (call.status >= 400 && call.path.includes(book ?? ''))),
  );
  if (inCase !== undefined) return inCase;
  const onBook = writes.find(
    (call) => call.operation === operation && call.request < exchange.number,
  );
  return onBook && { ...onBook, number: onBook.request };
}

/** Returns the operation that is at fault, as far as one is: that of the write, or the only one that has the requirement. */
export function findBlamedOperation(row: FindingRow): string | undefined {
  if (findWrongStatus(row) !== undefined && !isAboutRefusal(row)) return row.operation;
  if (row.shows === 'the refused value') return findWrongCall(row)?.operation ?? row.operation;
  const reader = findWrongReader(row);
  if (reader !== undefined) return reader;
  const writer = findLaterWriter(row) ?? findWriter(row);
  if (writer !== undefined || isGeneral(row)) return writer ?? row.operation;
  const owner = findOwner(row.requirement);
  const isSent = row.calls?.some(({ operation }) => operation === owner) === true;
  // The calls of a long case do not include all, but `delete.deletes` is about a delete.
  const isNamed = isInArea(row.requirement, owner) && !isReadOperation(owner);
  return isSent || isNamed ? owner : row.operation;
}

function isInArea(requirement: string, operation = ''): boolean {
  return operation.toLowerCase().startsWith(getArea(requirement));
}

export function isReadOperation(operation?: string): boolean {
  return Object.values(readContract().operations).some(
    ({ id, method }) => id === operation && method === 'GET',
  );
}

/** Returns the only operation that has a requirement, or the one with the name of its area: `putFile` for `put.used-url`. */
function findOwner(requirement: string): string | undefined {
  const operations = listOperationsWithRequirement(requirement);
  if (operations.length === 1) return operations[0];
  return operations.find((operation) => isInArea(requirement, operation));
}

/** Returns the operation whose value the response should show: a wrong value is its fault, whichever call shows it. */
export function findWriter(row: FindingRow): string | undefined {
  const { sent = [], pointer, exchange } = row;
  const [write] = sent;
  const isStored = pointer?.includes('/attributes/') === true && exchange !== undefined;
  const isAccepted = write !== undefined && write.method !== 'GET' && write.status < 300;
  // Only a write can store a value that it should ignore.
  const isOther =
    (row.shows === 'the sent value' && !row.expected.includes('set by the service')) ||
    findWrongReader(row) !== undefined;
  return isStored && isAccepted && !isOther ? write.operation : undefined;
}

/** Returns the read that shows a stored value wrong: only this operation does, or the requirement is about it alone. */
export function findWrongReader(row: FindingRow): string | undefined {
  const { reader, operation, pointer, requirement } = row;
  if (reader !== undefined) return reader;
  if (operation === undefined || pointer?.includes('/attributes/') !== true) return undefined;
  return isReadOperation(operation) && operation === findOwner(requirement) ? operation : undefined;
}

/** Returns the operation of a later write that changed a value which it did not send, as `update.keeps-the-rest` forbids. */
export function findLaterWriter(row: FindingRow): string | undefined {
  return findLaterWrite(row)?.operation;
}

function findLaterWrite(row: FindingRow): ShortCall | undefined {
  const { sent: [write] = [], exchange, calls = [] } = row;
  if (write === undefined || exchange === undefined || findWriter(row) === undefined)
    return undefined;
  const owner = findOwner(row.requirement);
  if (row.requirement !== 'update.keeps-the-rest') return undefined;
  return calls.findLast(
    ({ operation, number, status }) =>
      operation === owner && status < 300 && number > write.request && number <= exchange.number,
  );
}

/** Areas whose requirements concern every operation, so that their drifts say less about the fault. */
const generalAreas = /^(errors|flow|id)\./;

/** Returns true for a requirement that several unrelated faults may break. */
export function isGeneral({ requirement }: FindingRow): boolean {
  return generalAreas.test(requirement);
}

/** Returns whose key the request had, such as `the key of another account`; undefined for the key of the run. */
export function describeKey({ exchange, requirement, shows }: FindingRow): string | undefined {
  if (requirement.startsWith('account.guards') && shows === 'the refused value')
    return 'the key of another account';
  if (exchange === undefined || exchange.operation === 'putFile') return undefined;
  const value = exchange.requestHeaders[readContract().keyHeader];
  if (value === keyMasks.second) return 'the key of another account';
  if (value === keyMasks.other) return 'an invalid key';
  return value === undefined && requirement.startsWith('auth.') ? 'no key' : undefined;
}
