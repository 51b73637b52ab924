/** Validators compiled from the contract by JSON pointer, which record the requirement ids they touch. */
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isArray, isObject, type Json } from './json-pointer.ts';
import type { Contract } from './spec.ts';

/** Collects the requirement ids at each place of a value while it is validated. */
export interface VisitedPlaces {
  readonly places: { readonly ids: readonly string[]; readonly pointer: string }[];
}

/** Compiles the schema at a pointer of the contract, and caches it. */
export type Compile = (pointer: string) => ValidateFunction;

const documentUri = 'contract:distribution';

/** Keywords of OpenAPI that a JSON Schema validator must know about. */
const annotations = ['example', 'discriminator', 'xml', 'externalDocs'];

/**
 * Creates a compiler for the contract's schemas.
 * @param options Ajv options beyond ours, such as `coerceTypes` for parameters
 */
export function createCompiler(
  contract: Pick<Contract, 'document'>,
  options: Options = {},
): Compile {
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
  // The package is CommonJS: its default export arrives as the function itself or under `default`.
  const formats = 'default' in addFormats ? addFormats.default : addFormats;
  formats(ajv);
  for (const keyword of [...annotations, ...collectExtensions(contract.document)]) {
    ajv.addKeyword({ keyword });
  }
  ajv.addKeyword({ keyword: 'x-requirements', errors: false, validate: recordVisit });
  ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'security']);
  ajv.addSchema({ $id: documentUri, ...contract.document }, documentUri);
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const cached = compiled.get(pointer);
    if (cached) return cached;
    const validate = ajv.compile({ $ref: `${documentUri}${encodeURI(pointer)}` });
    compiled.set(pointer, validate);
    return validate;
  };
}

/** Returns every `x-` keyword of the contract except `x-requirements`, which has a meaning here. */
function collectExtensions(node: Json, found = new Set<string>()): Set<string> {
  if (isArray(node)) for (const entry of node) collectExtensions(entry, found);
  if (!isObject(node)) return found;
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('x-') && key !== 'x-requirements') found.add(key);
    collectExtensions(value, found);
  }
  return found;
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
