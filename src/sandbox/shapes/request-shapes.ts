/** Checks requests against the contract, and names each place that does not match. */
import { follow, isObject, resolve } from '../../contract/json-pointer.ts';
import type { Contract } from '../../contract/spec.ts';
import type { OperationId } from '../../contract/operations.ts';
import { createCompiler, type Compile } from '../../contract/validators.ts';

/** One place at which a request contradicts the contract. */
export interface RequestViolation {
  /** The field, with dots: `contributor.0.role`; empty for the body as a whole. */
  readonly name: string;
  /** The keyword of JSON Schema that failed, such as `required`, `type` or `enum`. */
  readonly keyword: string;
  readonly reason: string;
  /** The JSON type of the value, or `absent`. */
  readonly received: string;
}

export interface RequestShapes {
  /** Returns the properties that the schema of an operation's body lists. */
  readonly listedProperties: (operation: OperationId) => readonly string[];
  /** The fields of a full book. */
  readonly bookFields: readonly string[];
  readonly body: (operation: OperationId, body: unknown) => readonly RequestViolation[];
  /** Checks a query or path value, and returns it as the contract's type. */
  readonly parameter: (
    operation: OperationId,
    name: string,
    text: string,
  ) => { readonly value: unknown; readonly violations: readonly RequestViolation[] };
}

const shapesByContract = new WeakMap<Contract, RequestShapes>();

/** Returns the checks of a contract. Validators are compiled on first use and kept. */
export function getRequestShapes(contract: Contract): RequestShapes {
  const shapes = shapesByContract.get(contract) ?? createRequestShapes(contract);
  shapesByContract.set(contract, shapes);
  return shapes;
}

function createRequestShapes(contract: Contract): RequestShapes {
  const strict = createCompiler(contract);
  const coerce = createCompiler(contract, { coerceTypes: true });
  return {
    listedProperties: (operation) => {
      const pointer = contract.operations[operation].body?.content['application/json'];
      return pointer === undefined ? [] : getProperties(contract, pointer);
    },
    bookFields: getProperties(contract, '#/components/schemas/BookAttributes'),
    body: (operation, body) => {
      const pointer = contract.operations[operation].body?.content['application/json'];
      if (pointer === undefined) return [];
      const validate = strict(pointer);
      return validate(body) ? [] : listViolations(validate);
    },
    parameter: (operation, name, text) => {
      const { parameters } = contract.operations[operation];
      const parameter = parameters.find((entry) => entry.name === name);
      if (parameter === undefined) return { value: text, violations: [] };
      if (isInteger(contract, parameter.schema) && !/^-?[0-9]+$/.test(text)) {
        const reason = 'Must be integer.';
        return { value: text, violations: [{ name, keyword: 'type', reason, received: 'string' }] };
      }
      const values: Record<string, unknown> = { [name]: text };
      const validate = coerce(parameter.schema);
      const place = {
        instancePath: `/${name}`,
        parentData: values,
        parentDataProperty: name,
        rootData: values,
        dynamicAnchors: {},
      };
      return validate(text, place)
        ? { value: values[name], violations: [] }
        : { value: text, violations: listViolations(validate) };
    },
  };
}

function getProperties({ document }: Contract, pointer: string): readonly string[] {
  const schema = resolve(document, follow(document, pointer), pointer)?.node;
  return isObject(schema?.['properties']) ? Object.keys(schema['properties']) : [];
}

/** Returns whether a schema is an integer. JavaScript would also read `0x1`, `1e1` and ` 1 ` as integers. */
function isInteger({ document }: Contract, pointer: string): boolean {
  return resolve(document, follow(document, pointer), pointer)?.node?.['type'] === 'integer';
}

type Validate = ReturnType<Compile>;

function listViolations(validate: Validate): readonly RequestViolation[] {
  const violations = (validate.errors ?? [])
    // Rules check the values of properties with `x-violation-status`, and refuse them with another status.
    .filter(
      (error) => error.keyword === 'type' || getViolationStatus(error.parentSchema) === undefined,
    )
    .filter((error) => error.keyword !== 'anyOf')
    .map((error) => {
      const missingPath = error.keyword === 'required' ? `/${error.params['missingProperty']}` : '';
      return {
        name: toFieldName(`${error.instancePath}${missingPath}`),
        keyword: error.keyword,
        reason: missingPath === '' ? toSentence(error.message) : 'Is missing.',
        received: missingPath === '' ? getJsonType(error.data) : 'absent',
      };
    });
  return keepMostSpecific(violations);
}

/** Keeps the first violation at each place, and drops those at places that contain another violation. */
function keepMostSpecific(violations: readonly RequestViolation[]): readonly RequestViolation[] {
  const violationsByName = new Map<string, RequestViolation>();
  const parents = new Set<string>();
  for (const violation of violations) {
    if (violationsByName.has(violation.name)) continue;
    violationsByName.set(violation.name, violation);
    let parent = getParent(violation.name);
    while (parent !== undefined && !parents.has(parent)) {
      parents.add(parent);
      parent = getParent(parent);
    }
  }
  return [...violationsByName.values()].filter(({ name }) => !parents.has(name));
}

function getParent(name: string): string | undefined {
  const end = name.lastIndexOf('.');
  return end < 0 ? undefined : name.slice(0, end);
}

/** Returns the status that the contract gives for invalid values of a property, if it is not the usual one. */
function getViolationStatus(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null && 'x-violation-status' in schema
    ? schema['x-violation-status']
    : undefined;
}

/** Returns Ajv's message as a sentence: `must be string` becomes `Must be string.` */
function toSentence(message = 'is not as described'): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

function toFieldName(pointer: string): string {
  const path = pointer.replace(/^\//, '').replaceAll('/', '.');
  return path.replaceAll('~1', '/').replaceAll('~0', '~');
}

function getJsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
