/** Rules about the fields of a book (Book, Endpoints, audioDetails, Chapter). */
import { isDeepStrictEqual } from 'node:util';
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { isCertain, isClientField, getKnownValue } from '../../monitor/index.ts';
import { type Call, requestJson } from './call.ts';
import { type RuleResult, failIf, failIfAny } from './caller-finding.ts';
import type { CallerMemory } from './caller-memory.ts';

/** The fields of a create or an update, with the format of the book if it is known. */
function readBookFields(
  call: Call,
  { formatOfBook }: CallerMemory,
): { readonly fields: JsonObject; readonly format: unknown } | undefined {
  const fields = requestJson(call);
  if (!isObject(fields)) return undefined;
  if (call.operation === 'createBook') return { fields, format: fields['format'] };
  const isUpdate = call.operation === 'updateBook';
  return isUpdate ? { fields, format: formatOfBook.get(call.bookId ?? '') } : undefined;
}

/** Audiobooks have details, print books an ISBN; only audiobooks have details and chapters. */
export function judgeFormat(call: Call, memory: CallerMemory): RuleResult[] {
  const read = readBookFields(call, memory);
  if (typeof read?.format !== 'string') return [];
  const { fields, format } = read;
  const audioFields = ['audioDetails', 'chapters'].filter((name) => isFilled(fields[name]));
  const misplaced = format === 'audio' ? [] : audioFields;
  const requiredField = { audio: 'audioDetails', print: 'isbn' }[format];
  const isCreate = call.operation === 'createBook';
  return [
    failIfAny(
      'caller.audio-fields-only-for-audiobooks',
      misplaced.map((name) => `\`${name}\` for a book of the format ${format}`),
      '`audioDetails` and `chapters` only for audiobooks',
    ),
    ...(isCreate && requiredField !== undefined
      ? [
          failIf('caller.gives-format-fields', !isFilled(fields[requiredField]), {
            expected: `\`${requiredField}\` in a create with the format ${format}`,
            actual: `no \`${requiredField}\``,
          }),
        ]
      : []),
  ];
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && !(isArray(value) && value.length === 0);
}

/** The contributors of an audiobook include a narrator. */
export function judgeNarrator(call: Call, memory: CallerMemory): RuleResult[] {
  const read = readBookFields(call, memory);
  const contributors = read?.format === 'audio' ? read.fields['contributor'] : undefined;
  if (!isArray(contributors)) return [];
  const hasNarrator = contributors.some(
    (contributor) => isObject(contributor) && contributor['role'] === 'Narrated by',
  );
  return [
    failIf('caller.names-narrator', !hasNarrator, {
      expected: 'a contributor with the role `Narrated by`',
      actual: 'an audiobook without one',
    }),
  ];
}

/** An update contains only changed fields. One that changes nothing may be a retry. */
export function judgeUnchanged(call: Call): RuleResult[] {
  const { asked, operation } = call;
  const fields = requestJson(call);
  if (operation !== 'updateBook' || !isObject(fields) || asked === undefined) return [];
  const { question } = asked;
  if (!isCertain(question)) return [];
  const names = Object.keys(fields);
  const unchanged = names.filter(
    (name) =>
      isClientField(name) && isDeepStrictEqual(getKnownValue(question.book, name), fields[name]),
  );
  if (unchanged.length === names.length) return [];
  const expected = 'only fields whose values change';
  return [
    failIfAny(
      'caller.updates-only-changes',
      unchanged.map((name) => `\`${name}\` as it was`),
      expected,
    ),
  ];
}
