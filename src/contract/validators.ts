/**
 * Compiles validators from the contract's schemas, which record the requirement ids that they visit. Validates
 * a hand-written value against a JSON Schema, and explains its errors in plain words.
 */
import { Ajv2020, type Options, type ValidateFunction, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isArray, isObject, type Json, type JsonObject, unescape } from './json-pointer.ts';
import type { Contract } from './spec.ts';
import { valueFormats } from './value-formats.ts';

/** The places of a value that have requirement ids, collected while it is validated. */
export interface VisitedPlaces {
  readonly places: { readonly ids: readonly string[]; readonly pointer: string }[];
}

/** Compiles the schema at a pointer of the contract, and caches the validator. */
export type Compile = (pointer: string) => ValidateFunction;

/** Any URI: Ajv needs one to resolve the references within the contract. */
const documentUri = 'contract:distribution';

/** The keywords of OpenAPI that a JSON Schema validator must accept. */
const annotations = ['example', 'discriminator', 'xml', 'externalDocs'];

/**
 * Creates a compiler for the contract's schemas.
 * @param options additional Ajv options, such as `coerceTypes` for parameters
 */
export function createCompiler(
  contract: Pick<Contract, 'document'>,
  options: Options = {},
): Compile {
  const ajv = createAjv(contract, options);
  const validators = new Map<string, ValidateFunction>();
  return (pointer) => {
    const cached = validators.get(pointer);
    if (cached) return cached;
    const validate = ajv.compile({ $ref: `${documentUri}${encodeURI(pointer)}` });
    validators.set(pointer, validate);
    return validate;
  };
}

/** Creates a compiler for schemas that may refer to the contract's. It does not cache the validators. */
export function createSchemaCompiler(contract: Pick<Contract, 'document'>, options: Options = {}) {
  // Prices such as 19.99 are multiples of 0.01 only if rounding errors are ignored.
  const ajv = createAjv(contract, { multipleOfPrecision: 6, ...options });
  return (schema: JsonObject): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${documentUri}#/`);
    return ajv.compile(JSON.parse(text));
  };
}

function createAjv({ document }: Pick<Contract, 'document'>, options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    passContext: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    validateSchema: false,
    ...options,
  });
  // The package is CommonJS, so its default export is either the function itself or under `default`.
  const formats = 'default' in addFormats ? addFormats.default : addFormats;
  formats(ajv);
  for (const [name, validate] of Object.entries(valueFormats)) ajv.addFormat(name, validate);
  for (const keyword of [...annotations, ...collectExtensions(document)]) {
    ajv.addKeyword({ keyword });
  }
  ajv.addKeyword({ keyword: 'x-requirements', errors: false, validate: recordVisit });
  ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'security']);
  ajv.addSchema({ $id: documentUri, ...document }, documentUri);
  return ajv;
}

/** Returns the `x-` keywords of the contract, except `x-requirements`, which has its own validator. */
function collectExtensions(node: Json, keywords = new Set<string>()): Set<string> {
  if (isArray(node)) for (const entry of node) collectExtensions(entry, keywords);
  if (!isObject(node)) return keywords;
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('x-') && key !== 'x-requirements') keywords.add(key);
    collectExtensions(value, keywords);
  }
  return keywords;
}

// Ajv passes the arguments of a keyword one by one.
// oxlint-disable-next-line max-params
function recordVisit(
  this: unknown,
  ids: readonly string[],
  _value: unknown,
  _schema?: unknown,
  place?: { instancePath: string },
): boolean {
  if (isVisitedPlaces(this)) this.places.push({ ids, pointer: place?.instancePath ?? '' });
  return true;
}

function isVisitedPlaces(context: unknown): context is VisitedPlaces {
  return typeof context === 'object' && context !== null && 'places' in context;
}

export interface SchemaError {
  /** The keys from the top to the invalid value, or to the object with an unknown or missing key. */
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Returns all errors. A message for a wrong value is "takes" with the `description` of its schema, so a description must
 * complete a sentence such as "takes a number of seconds".
 */
export function findSchemaErrors(schema: object, value: unknown): SchemaError[] {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (
    (validate.errors ?? [])
      // Ajv reports an invalid name twice: this error repeats the one for the name itself.
      .filter(({ keyword }) => keyword !== 'propertyNames')
      .map((error) => ({ path: getPath(error), message: describeError(error) }))
  );
}

function getPath({ instancePath, params, propertyName }: ErrorObject): string[] {
  const names = instancePath.split('/').slice(1).map(unescape);
  const extra: unknown = Reflect.get(params, 'additionalProperty') ?? propertyName;
  return typeof extra === 'string' ? [...names, extra] : names;
}

function describeError({ keyword, params, parentSchema, message }: ErrorObject): string {
  if (keyword === 'additionalProperties') return 'is not known here';
  if (keyword === 'required') return `lacks "${String(Reflect.get(params, 'missingProperty'))}"`;
  const description: unknown = parentSchema?.['description'];
  if (typeof description === 'string') return `takes ${toPhrase(description)}`;
  const allowed: unknown = Reflect.get(params, 'allowedValues');
  if (isArray(allowed)) return `takes one of ${allowed.map(String).join(', ')}`;
  return message ?? 'does not fit';
}

/** Returns a sentence without its capital and its full stop. */
function toPhrase(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
