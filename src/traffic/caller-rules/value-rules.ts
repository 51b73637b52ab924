/** Rules about the values of a request and the fields of a book (Resources and their fields, Limits, Chapter). */
import { isDeepStrictEqual } from 'node:util';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { readContract } from '../../contract/spec.ts';
import { createCompiler, type Compile } from '../../contract/validators.ts';
import { type CallerCall, getJson, type RuleResult, failIf, failIfAny } from './call.ts';
import { isCertain, isClientField, getKnownValue } from '../../monitor/index.ts';
import type { CallerMemory } from './caller-memory.ts';

type ValueError = NonNullable<ReturnType<Compile>['errors']>[number];

interface Compilers {
  readonly body: Compile;
  /** Parameters are strings, so this compiler also accepts numbers written as strings. */
  readonly parameter: Compile;
}

let compilers: Compilers | undefined;

function getCompilers(): Compilers {
  return (compilers ??= {
    body: createCompiler(readContract()),
    parameter: createCompiler(readContract(), { coerceTypes: true }),
  });
}

const maxValues = 10;

/** Required fields are present, and every value has the documented type, format and limits. */
export function judgeValues(call: CallerCall): RuleResult[] {
  const errors = call.operation === undefined ? [] : validateBody(call);
  const missingFields = errors.flatMap(({ params, instancePath, keyword }) =>
    keyword === 'required' ? [`${instancePath}/${String(params['missingProperty'])}`] : [],
  );
  // `listInvalidIsbn` judges the ISBN.
  const invalidFields = errors
    .filter(({ keyword, instancePath }) => keyword !== 'required' && instancePath !== '/isbn')
    .map(({ instancePath: path, message, data }) => `${path} ${JSON.stringify(data)} ${message}`);
  const invalidValues = new Set([
    ...invalidFields,
    ...listInvalidParameters(call),
    ...listInvalidIsbn(call),
    ...listNonAsciiTitles(call),
  ]);
  const hasBody = getJson(call) !== undefined;
  const hasValues = hasBody || call.query.size > 0 || Object.keys(call.params).length > 0;
  const shownValues = [...invalidValues].slice(0, maxValues);
  const required = failIfAny('caller.sends-required-fields', missingFields, 'every required field');
  const valid = failIfAny('caller.sends-valid-values', shownValues, documentedValues);
  return [...(hasBody ? [required] : []), ...(hasValues ? [valid] : [])];
}

const documentedValues = 'values as the document describes them';

/** Returns true for null in a field, because the document does not say whether an optional field may be null. */
function isOptionalNull({ instancePath, data }: ValueError): boolean {
  // The pointer of a field of the body has a single slash.
  return data === null && instancePath.lastIndexOf('/') === 0;
}

function validateBody(call: CallerCall): readonly ValueError[] {
  const { operation } = call;
  const value = getJson(call);
  const documentedBody = operation && readContract().operations[operation].body;
  const pointer = documentedBody?.content['application/json'];
  if (pointer === undefined || value === undefined) return [];
  const validate = getCompilers().body(pointer);
  return validate(value) ? [] : (validate.errors ?? []).filter((error) => !isOptionalNull(error));
}

function listInvalidParameters({ operation, query, params }: CallerCall): string[] {
  if (operation === undefined || operation === 'putFile') return [];
  return readContract().operations[operation].parameters.flatMap((parameter) => {
    const values =
      parameter.in === 'path' ? [params[parameter.name]] : query.getAll(parameter.name);
    const validate = getCompilers().parameter(parameter.schema);
    return values.flatMap((value) => {
      const isValid: boolean = value === undefined || validate(value);
      const [error] = validate.errors ?? [];
      return isValid ? [] : [`${parameter.name}=${value} ${error?.message ?? 'is not valid'}`];
    });
  });
}

/** A schema cannot express the check digit, so the monitor's judgement decides. */
function listInvalidIsbn(call: CallerCall): string[] {
  const body = getJson(call);
  const { refusals = [] } = call.judgedRequest ?? {};
  const isInvalid = refusals.some((id) => id.startsWith('isbn.valid')) && isObject(body);
  return isInvalid ? [`/isbn ${JSON.stringify(body['isbn'])} is not an ISBN-13`] : [];
}

function listNonAsciiTitles(call: CallerCall): string[] {
  const body = getJson(call);
  const chapters = isObject(body) && isArray(body['chapters']) ? body['chapters'] : [];
  return chapters.filter(isObject).flatMap(({ titleAscii }, index) => {
    // The range ends with the last ASCII character.
    const hasOtherCharacters = typeof titleAscii === 'string' && /[^\0-\x7f]/u.test(titleAscii);
    return hasOtherCharacters
      ? [`/chapters/${index}/titleAscii ${JSON.stringify(titleAscii)} has characters beyond ASCII`]
      : [];
  });
}

/** Publish and unpublish send an empty object. Without a recorded body, nothing is judged. */
export function judgeEmptyBody({ operation, exchange: { request } }: CallerCall): RuleResult[] {
  const isPublishOrUnpublish = operation === 'publishBook' || operation === 'unpublishBook';
  const { body } = request;
  if (!isPublishOrUnpublish || body.kind === 'unknown') return [];
  const isEmpty = body.kind === 'json' && JSON.stringify(body.value) === '{}';
  const actual = body.kind === 'none' ? 'no body' : 'another body';
  return [failIf('caller.sends-empty-object', !isEmpty, { expected: 'the body `{}`', actual })];
}

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
