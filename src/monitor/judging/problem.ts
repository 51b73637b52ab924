/** Judges a Problem object beyond its schema: its status, its path and the names of its parameters. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { readNames } from '../../contract/fields.ts';
import { splitQuery, uuids } from '../call.ts';
import type { ReceivedResponse, SentRequest } from '../exchange.ts';
import { isProblem, readParamNames } from '../responses.ts';
import {
  drifts,
  formatValue,
  judgeCondition,
  type Judgement,
  type ObservedReading,
} from '../views/index.ts';

/** The document does not say that these refusals have a Problem, and a gateway may answer with one of its own. */
const otherRefusals: readonly number[] = [401, 429];

/** Judges a Problem object; any other body is left to the schema. */
export function judgeProblem(request: SentRequest, response: ReceivedResponse): Judgement[] {
  const { body, status } = response;
  if (status < 400 || otherRefusals.includes(status)) return [];
  if (!isProblem(body) || !isObject(body)) return [];
  const path = getPath(request.path);
  const { instance } = body;
  const isPathNamed = typeof instance === 'string' && namesPath(instance, path);
  return [
    judgeCondition(body['status'] === status, 'problem.status', {
      expected: `the response's own status, ${status}`,
      actual: formatValue(body['status']),
      pointer: '/status',
    }),
    judgeCondition(isPathNamed, 'problem.instance-path', {
      expected: `the path of the request, ${path}`,
      actual: formatValue(instance),
      pointer: '/instance',
    }),
    ...judgePositions(request, body),
  ];
}

/** A name that starts with a position must mean an item of the batch. Positions count from 0. */
function judgePositions({ body }: SentRequest, problem: unknown): Judgement[] {
  if (body.kind !== 'json' || !isArray(body.value)) return [];
  const { length } = body.value;
  const invalidName = readParamNames(problem).find(
    (name) => Number(/^\d+(?=\.|$)/.exec(name)?.[0]) >= length,
  );
  if (invalidName === undefined) return [];
  const difference = {
    expected: `a position below ${length}, the number of items`,
    actual: invalidName,
    pointer: '/invalidParams',
  };
  return [drifts('problem.param-names', difference)];
}

/** Returns the path of an address without its query and origin. Only uploads have an origin. */
function getPath(address: string): string {
  const [path] = splitQuery(address);
  return URL.canParse(path) ? new URL(path).pathname : path;
}

/** Returns whether `instance` is the path of the request, with or without prefix, query or origin, encoded or not. */
function namesPath(instance: string, path: string): boolean {
  const [withoutQuery] = splitQuery(instance);
  // Clients resolve dots in a path.
  const { pathname: resolvedPath } = new URL(`http://service${path}`);
  return [instance, withoutQuery].some((text) =>
    [path, resolvedPath].some((sent) => decodePath(text).endsWith(decodePath(sent))),
  );
}

/** Returns a path without its encoding. The case of a UUID means nothing. */
function decodePath(text: string): string {
  const withoutCase = text.replaceAll(uuids, (id) => id.toLowerCase());
  try {
    return decodeURIComponent(withoutCase);
  } catch {
    return withoutCase;
  }
}

/** Names that mean the request as a whole, or its media type. */
const wholeRequest = /^(body|request|[Cc]ontent[-_]?[Tt]ype)$/;

/** Returns what the entries of a Problem show: whether they name fields of the contract, and whether one comes twice. */
export function readEntries({ status, body }: ReceivedResponse): readonly ObservedReading[] {
  if (status < 400 || !isProblem(body) || !isObject(body)) return [];
  const { invalidParams: entries } = body;
  if (!isArray(entries) || entries.length === 0) return [];
  const isRepeated = new Set(entries.map((entry) => JSON.stringify(entry))).size < entries.length;
  return [
    {
      silence: 'problem.entry-names',
      reading: readParamNames(body).every(isNameOfContract) ? 'known' : 'other',
    },
    { silence: 'problem.repeated-entries', reading: isRepeated ? 'yes' : 'no' },
  ];
}

/** Returns whether a name, in any notation, consists of names of the contract in the same case, and of positions. */
function isNameOfContract(name: string): boolean {
  // A number alone means an item of a batch.
  if (wholeRequest.test(name) || /^\d+$/.test(name)) return true;
  const segments = name.split(/[^\p{L}\p{N}_-]+/u).filter((part) => /\D/.test(part));
  const [first = '', ...others] = segments;
  const isKnown = (segment: string): boolean => readNames().has(segment);
  return segments.length > 0 && (isKnown(first) || wrappers.test(first)) && others.every(isKnown);
}

/** What a name may begin with, before that of the field. */
const wrappers = /^(body|query|path|params|data|attributes|request)$/;

/** Returns whether any of the names means one of the fields, in any notation for nested names. */
export function namesAnyOf(names: readonly string[], fields: readonly string[]): boolean {
  const plainFields = fields.map(toPlainName);
  return names
    .map(toPlainName)
    .some((name) => plainFields.some((field) => isSamePlace(name, field)));
}

function toPlainName(name: string): string {
  return name
    .replace(/^[#/$.]+/, '')
    .replaceAll(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\./, '')
    .toLowerCase();
}

/** Returns whether a name means the field, a part of it, or an object that contains it. It may start with `body.`. */
function isSamePlace(name: string, field: string): boolean {
  const bare = name.replace(/^(body|query|params|data)\./, '');
  return bare === field || bare.startsWith(`${field}.`) || field.startsWith(`${bare}.`);
}
