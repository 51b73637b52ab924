/** Rules about the values of a request, as the contract describes them (Resources and their fields, Limits). */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { readContract } from '../../contract/spec.ts';
import { createCompiler, type Compile } from '../../contract/validators.ts';
import { type Call, requestJson } from './call.ts';
import { type RuleResult, failIf, failIfAny } from './caller-finding.ts';

type ValueError = NonNullable<ReturnType<Compile>['errors']>[number];

interface Compilers {
  readonly body: Compile;
  /** Paths and queries are text, so numbers are read from it. */
  readonly parameter: Compile;
}

let compilers: Compilers | undefined;

function getCompilers(): Compilers {
  compilers ??= {
    body: createCompiler(readContract()),
    parameter: createCompiler(readContract(), { coerceTypes: true }),
  };
  return compilers;
}

/** Required fields are present, and every value has the documented type, format and limits. */
export function judgeValues(call: Call): RuleResult[] {
  const body = call.operation === undefined ? [] : validateBody(call);
  const missing = body.flatMap(({ params, instancePath, keyword }) =>
    keyword === 'required' ? [`${instancePath}/${String(params['missingProperty'])}`] : [],
  );
  const invalid = body
    .filter(({ keyword, instancePath }) => keyword !== 'required' && !isOfIsbn(instancePath))
    .map(
      ({ instancePath, message = '', data }) =>
        `${instancePath} ${JSON.stringify(data)} ${message}`,
    );
  const invalidValues = [
    ...new Set([
      ...invalid,
      ...listInvalidParameters(call),
      ...listInvalidIsbn(call),
      ...listNonAsciiTitles(call),
    ]),
  ];
  const hasBody = requestJson(call) !== undefined;
  const hasValues = hasBody || call.query.size > 0 || Object.keys(call.params).length > 0;
  const expected = 'values as the document describes them';
  return [
    ...(hasBody
      ? [failIfAny('caller.sends-required-fields', missing, 'every required field')]
      : []),
    ...(hasValues
      ? [failIfAny('caller.sends-valid-values', invalidValues.slice(0, 10), expected)]
      : []),
  ];
}

function isOfIsbn(pointer: string): boolean {
  return pointer === '/isbn';
}

/** The document does not say whether an optional field may be sent as null. */
function isOptionalNull({ instancePath, data }: ValueError): boolean {
  return data === null && instancePath.lastIndexOf('/') === 0;
}

function validateBody(call: Call): readonly ValueError[] {
  const { operation } = call;
  const value = requestJson(call);
  const bodyDescription = operation && readContract().operations[operation].body;
  const pointer = bodyDescription?.content['application/json'];
  if (pointer === undefined || value === undefined) return [];
  const validate = getCompilers().body(pointer);
  return validate(value) ? [] : (validate.errors ?? []).filter((error) => !isOptionalNull(error));
}

function listInvalidParameters({ operation, query, params }: Call): string[] {
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

/** The check digit is beyond a schema, so the monitor decides. */
function listInvalidIsbn(call: Call): string[] {
  const body = requestJson(call);
  const isWrong = call.asked?.refusals.some((id) => id.startsWith('isbn.valid')) === true;
  return isWrong && isObject(body)
    ? [`/isbn ${JSON.stringify(body['isbn'])} is not an ISBN-13`]
    : [];
}

/** `titleAscii` contains only ASCII characters (Chapter). */
function listNonAsciiTitles(call: Call): string[] {
  const body = requestJson(call);
  const chapters = isObject(body) && isArray(body['chapters']) ? body['chapters'] : [];
  return chapters.filter(isObject).flatMap(({ titleAscii }, index) => {
    // The range ends with the last ASCII character.
    const hasOtherCharacters = typeof titleAscii === 'string' && /[^\0-\x7f]/u.test(titleAscii);
    return hasOtherCharacters
      ? [`/chapters/${index}/titleAscii ${JSON.stringify(titleAscii)} has characters beyond ASCII`]
      : [];
  });
}

/** Publish and unpublish send an empty object. A recording may not have the body. */
export function judgeEmptyBody({ operation, exchange: { request } }: Call): RuleResult[] {
  const isPublishOrUnpublish = operation === 'publishBook' || operation === 'unpublishBook';
  const { body } = request;
  if (!isPublishOrUnpublish || body.kind === 'unknown') return [];
  const isEmpty = body.kind === 'json' && JSON.stringify(body.value) === '{}';
  const actual = body.kind === 'none' ? 'no body' : 'another body';
  return [failIf('caller.sends-empty-object', !isEmpty, { expected: 'the body `{}`', actual })];
}
