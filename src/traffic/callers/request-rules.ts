/** Rules that a single request decides: key, labels, known fields (Authentication, Endpoints, Book). */
import { isObject } from '../../contract/json-pointer.ts';
import type { RuleResult } from './caller-finding.ts';
import type { Call } from './call.ts';
import type { CallerMemory } from './caller-memory.ts';
import { unknownFields, unknownParameters } from './known-fields.ts';

/** An API key goes to the service with every call, and never to storage. */
export function judgeKey({ exchange: { request } }: Call): RuleResult[] {
  const sent = request.headers['apikey'] !== undefined || request.key !== 'none';
  if (request.toStorage) {
    return [
      {
        requirement: 'caller.keeps-key-from-storage',
        kept: !sent,
        expected: 'no `apikey` header: the presigned URL carries the authorization',
        actual: sent ? 'an `apikey` header' : 'none',
      },
    ];
  }
  return [
    {
      requirement: 'caller.sends-key',
      kept: request.key !== 'none',
      expected: 'an `apikey` header with the API key',
      actual: request.key === 'none' ? 'no key' : 'a key',
    },
  ];
}

/** JSON bodies and uploads carry a fitting Content-Type. */
export function judgeLabels({ exchange: { request } }: Call): RuleResult[] {
  const type = request.headers['content-type'] ?? '';
  const actual = type === '' ? 'no Content-Type' : type;
  if (request.toStorage) {
    return [
      {
        requirement: 'caller.labels-upload',
        kept: type !== '',
        expected: 'a Content-Type for the type of the file, such as audio/mpeg',
        actual,
      },
    ];
  }
  if (request.body.kind !== 'json') return [];
  return [
    {
      requirement: 'caller.labels-json',
      kept: /^application\/([\w.-]+\+)?json\b/i.test(type),
      expected: 'Content-Type: application/json',
      actual,
    },
  ];
}

/** Bodies and queries name only what the document names. */
export function judgeFields({ exchange: { request }, operation, query }: Call): RuleResult[] {
  if (operation === undefined || request.toStorage) return [];
  const fields = request.body.kind === 'json' ? unknownFields(operation, request.body.value) : [];
  const unknown = [...fields, ...unknownParameters(operation, query)];
  if (request.body.kind !== 'json' && query.size === 0) return [];
  return [
    {
      requirement: 'caller.sends-known-fields',
      kept: unknown.length === 0,
      expected: 'only fields and parameters that the document names',
      actual: unknown.length === 0 ? 'only those' : unknown.join(', '),
    },
  ];
}

const prefixOf: Readonly<Record<string, string>> = {
  ebook: 'ebook_',
  audio: 'audio_',
  print: 'pod_',
};

/** Roles in an upload request fit the format of the book, if that is known. */
export function judgeRoles(
  { exchange: { request }, operation, bookId }: Call,
  memory: CallerMemory,
): RuleResult[] {
  const format = memory.formatOfBook.get(bookId ?? '') ?? '';
  const prefix = prefixOf[format];
  const body = request.body.kind === 'json' ? request.body.value : undefined;
  if (operation !== 'requestUploads' || prefix === undefined || !Array.isArray(body)) return [];
  const roles = body.flatMap((one: unknown) =>
    isObject(one) && typeof one['role'] === 'string' ? [one['role']] : [],
  );
  const unfit = roles.filter((role) => !role.startsWith(prefix));
  return [
    {
      requirement: 'caller.roles-fit-format',
      kept: unfit.length === 0,
      expected: `roles that start with \`${prefix}\`, since the format is ${format}`,
      actual: (unfit.length === 0 ? roles : unfit).join(', '),
    },
  ];
}
