/** Checks a Problem object beyond its schema: its status, its path, and the fields it names. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { splitQuery } from '../call.ts';
import type { ReceivedResponse, SentRequest } from '../exchange.ts';
import { isProblem, readParamNames } from '../responses/index.ts';
import { drifts, judgeCondition, formatValue, type Finding } from './verdicts.ts';

/** Judges status and instance of any Problem that a service sends. */
export function judgeProblem(request: SentRequest, response: ReceivedResponse): Finding[] {
  const { body, status } = response;
  if (status < 400 || !isProblem(body) || !isObject(body)) return [];
  const path = pathOf(request.path);
  const { instance } = body;
  return [
    judgeCondition(body['status'] === status, 'problem.status', {
      expected: `the response's own status, ${status}`,
      actual: formatValue(body['status']),
      pointer: '/status',
    }),
    judgeCondition(
      typeof instance === 'string' && namesPath(instance, path),
      'problem.instance-path',
      {
        expected: `the path of the request, ${path}`,
        actual: formatValue(instance),
        pointer: '/instance',
      },
    ),
    ...judgePositions(request, body),
  ];
}

/** A name that begins with a position must mean an item of the batch; positions count from 0. */
function judgePositions({ body }: SentRequest, problem: unknown): Finding[] {
  if (body.kind !== 'json' || !isArray(body.value)) return [];
  const { length } = body.value;
  const beyond = readParamNames(problem).find(
    (name) => Number(/^\d+(?=\.)/.exec(name)?.[0]) >= length,
  );
  if (beyond === undefined) return [];
  const difference = {
    expected: `a position below ${length}, the number of items`,
    actual: beyond,
    pointer: '/invalidParams',
  };
  return [drifts('problem.param-names', difference)];
}

/** Returns the path without query and origin; an upload goes to a whole URL. */
function pathOf(address: string): string {
  const [path] = splitQuery(address);
  return URL.canParse(path) ? new URL(path).pathname : path;
}

/** Accepts the path of the request with or without prefix, query or origin, encoded or not. */
function namesPath(instance: string, path: string): boolean {
  const [withoutQuery] = splitQuery(instance);
  return [instance, withoutQuery].some((text) => decoded(text).endsWith(decoded(path)));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}

/** True if one of the names means one of the fields, in any notation for nested names. */
export function namesOneOf(names: readonly string[], fields: readonly string[]): boolean {
  const wanted = fields.map(plainName);
  return names.map(plainName).some((name) => wanted.some((field) => isSamePlace(name, field)));
}

function plainName(name: string): string {
  return name
    .replace(/^[#/$.]+/, '')
    .replaceAll(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\./, '')
    .toLowerCase();
}

/** True for the field itself, a part of it, or an object that contains it, also after `body.`. */
function isSamePlace(name: string, field: string): boolean {
  const bare = name.replace(/^(body|query|params|data)\./, '');
  return bare === field || bare.startsWith(`${field}.`) || field.startsWith(`${bare}.`);
}
