/** Judges the requirements of callers about the fields of a book (sections Book, Endpoints, audioDetails, Chapter). */
import { isDeepStrictEqual } from 'node:util';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { isCertain, isClientField, getKnownValue } from '../../monitor/index.ts';
import { type CallerCall, getJson } from './call.ts';
import { type RuleResult, failIf, failIfAny } from './caller-finding.ts';
import type { CallerMemory } from './caller-memory.ts';

/** Returns the fields of a create or an update, with the book's format if it is known; undefined for other calls. */
function readBookFields(call: CallerCall, { formatsByBookId }: CallerMemory) {
  const fields = getJson(call);
  if (!isObject(fields)) return undefined;
  if (call.operation === 'createBook') return { fields, format: fields['format'] };
  const isUpdate = call.operation === 'updateBook';
  return isUpdate ? { fields, format: formatsByBookId.get(call.bookId ?? '') } : undefined;
}

/** An audiobook needs details, and a print book an ISBN. Only audiobooks have details and chapters. */
export function judgeFormat(call: CallerCall, memory: CallerMemory): RuleResult[] {
  const bookFields = readBookFields(call, memory);
  if (typeof bookFields?.format !== 'string') return [];
  const { fields, format } = bookFields;
  const audioFields = ['audioDetails', 'chapters'].filter((name) => isFilled(fields[name]));
  const misplacedFields = format === 'audio' ? [] : audioFields;
  const requiredField = { audio: 'audioDetails', print: 'isbn' }[format];
  const isCreate = call.operation === 'createBook';
  const missing = {
    expected: `\`${requiredField}\` in a create with the format ${format}`,
    actual: `no \`${requiredField}\``,
  };
  return [
    failIfAny(
      'caller.audio-fields-only-for-audiobooks',
      misplacedFields.map((name) => `\`${name}\` for a book of the format ${format}`),
      '`audioDetails` and `chapters` only for audiobooks',
    ),
    ...(isCreate && requiredField !== undefined
      ? [failIf('caller.gives-format-fields', !isFilled(fields[requiredField]), missing)]
      : []),
  ];
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && !(isArray(value) && value.length === 0);
}

/** The contributors of an audiobook include a narrator. */
export function judgeNarrator(call: CallerCall, memory: CallerMemory): RuleResult[] {
  const bookFields = readBookFields(call, memory);
  if (bookFields?.format !== 'audio') return [];
  const { contributor: contributors } = bookFields.fields;
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

/** An update contains only changed fields. An update that changes nothing may be a retry, so it is not judged. */
export function judgeUnchangedFields(call: CallerCall): RuleResult[] {
  const { judgedRequest, operation } = call;
  const fields = getJson(call);
  if (operation !== 'updateBook' || !isObject(fields) || judgedRequest === undefined) return [];
  const { question } = judgedRequest;
  if (!isCertain(question)) return [];
  const names = Object.keys(fields);
  const isUnchanged = (name: string) =>
    isClientField(name) && isDeepStrictEqual(getKnownValue(question.book, name), fields[name]);
  const unchangedFields = names.filter(isUnchanged);
  if (unchangedFields.length === names.length) return [];
  const violations = unchangedFields.map((name) => `\`${name}\` unchanged`);
  return [failIfAny('caller.updates-only-changes', violations, 'only fields whose values change')];
}
