/** Validators compiled from the contract by JSON pointer, which record the requirement ids they touch. */
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isArray, isObject, type Json } from './json-pointer.ts';
import type { Contract } from './spec.ts';

/** Collects the requirement ids at each place of a value while it is validated. */
export interface Touched {
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
  for (const keyword of [...annotations, ...extensionsIn(contract.document)]) {
    ajv.addKeyword({ keyword });
  }
  ajv.addKeyword({ keyword: 'x-requirements', errors: false, validate: touch });
  ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'security']);
  ajv.addSchema({ $id: documentUri, ...contract.document }, documentUri);
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const known = compiled.get(pointer);
    if (known) return known;
    const made = ajv.compile({ $ref: `${documentUri}${encodeURI(pointer)}` });
    compiled.set(pointer, made);
    return made;
  };
}

/** Returns every `x-` keyword of the contract except `x-requirements`, which has a meaning here. */
function extensionsIn(node: Json, found = new Set<string>()): Set<string> {
  if (isArray(node)) for (const entry of node) extensionsIn(entry, found);
  if (!isObject(node)) return found;
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('x-') && key !== 'x-requirements') found.add(key);
    extensionsIn(value, found);
  }
  return found;
}

// Ajv passes the arguments of a keyword one by one.
// oxlint-disable-next-line max-params
function touch(
  this: unknown,
  ids: readonly string[],
  _value: unknown,
  _schema?: unknown,
  place?: { instancePath: string },
): boolean {
  if (isTouched(this)) this.places.push({ ids, pointer: place?.instancePath ?? '' });
  return true;
}

function isTouched(context: unknown): context is Touched {
  return typeof context === 'object' && context !== null && 'places' in context;
}
