/** Writes the title of a cause with a wrong status: which request the service accepts or refuses. */
import { isObject } from '../../contract/json-pointer.ts';
import { findRequirementFields } from '../../contract/requirement-places.ts';
import { readParamNames } from '../../monitor/index.ts';
import type { FindingRow } from '../record/index.ts';
import { findWrongStatus, isAnyRefusal, type WrongStatus } from './differing-place.ts';
import { describeKey } from './drift-calls.ts';
import { describeSharedPart } from './shared-part.ts';

/** The most operations to name in a title; one more is named too. */
const maxNamed = 3;

export type Subject = (singular: string, plural: string) => string;

/** Returns a function that puts the operations before a verb. */
export function createSubject(operations: readonly string[]): Subject {
  const [first = 'The service', second] = operations;
  if (second === undefined) return (singular) => `${first} ${singular}`;
  const hidden = operations.length - maxNamed;
  const named = hidden > 1 ? operations.slice(0, maxNamed) : operations;
  const last = hidden > 1 ? `${hidden} other operations` : operations.at(-1);
  const before = hidden > 1 ? named : named.slice(0, -1);
  return (_singular, plural) => `${before.join(', ')} and ${last} ${plural}`;
}

/** Returns the title of a cause whose root has a wrong status. */
export function formatStatusTitle(
  { rows, root }: { readonly rows: readonly FindingRow[]; readonly root: FindingRow },
  wrongStatus: WrongStatus,
  subject: Subject,
): string {
  const { actual, permittedStatuses } = wrongStatus;
  const mustBeRefused = permittedStatuses.every((status) => Number(status) >= 400);
  const isSuccess = wrongStatus.expected === '2xx';
  const refusal = isAnyRefusal(permittedStatuses) ? 'a refusal' : wrongStatus.expected;
  const expected = isSuccess ? 'a success' : refusal;
  // A create and an update that accept the same answer with different statuses.
  const actuals = new Set(rows.flatMap((row) => findWrongStatus(row)?.actual ?? []));
  const statuses = `(${actuals.size > 1 ? '' : `${actual}, `}should be ${expected})`;
  if (actual < 300 && mustBeRefused)
    return `${subject('accepts', 'accept')} ${describeInvalidPart(root) ?? 'a request that must be refused'} ${statuses}`;
  if (mustBeRefused && actual >= 400) {
    const invalid = isAboutPart(root) ? describeInvalidPart(root) : undefined;
    if (invalid !== undefined)
      return `${subject('answers', 'answer')} ${invalid} with ${actual} instead of ${expected}`;
  }
  if (actual < 400 || !permittedStatuses.every((status) => status.startsWith('2')))
    return `${subject('answers', 'answer')} ${actual} instead of ${expected}`;
  const [named] = readNamedFields(root);
  const common = describeSharedPart(root) ?? `a valid ${named ?? 'request'}`;
  return `${subject('refuses', 'refuse')} ${common} ${statuses}`;
}

/** Returns true if the requirement is about a key or about certain members. */
function isAboutPart({ requirement }: FindingRow): boolean {
  return /^(auth|account)\./.test(requirement) || findRequirementFields(requirement).length > 0;
}

/** Returns the part of the request that should have been refused, such as `an invalid isbn`; undefined if unknown. */
export function describeInvalidPart(row: FindingRow): string | undefined {
  const { sent = [], requirement, exchange } = row;
  if (/^(auth|account)\./.test(requirement)) return describeKey(row);
  const own = sent.filter(({ request }) => exchange === undefined || request === exchange.number);
  const part = sent.find(({ value }) => typeof value === 'boolean') ?? own[0];
  const [stored] = sent;
  if (part === undefined) return stored && `a book with an invalid ${stored.name}`;
  if (requirement.includes('hash-mismatch')) return `a ${part.name} of other bytes`;
  return typeof part.value === 'boolean' ? `${part.name} ${part.value}` : `an invalid ${part.name}`;
}

/** Returns the sent members that a refusal names, without positions. */
function readNamedFields({ exchange }: FindingRow): string[] {
  const body = exchange?.requestBody;
  return readParamNames(exchange?.responseBody)
    .filter((name) => /^[a-z][\w.]*$/i.test(name))
    .filter((name) => isObject(body) && Object.hasOwn(body, name.replace(/\..*$/, '')))
    .map((name) => name.replaceAll(/\.\d+/g, ''));
}
