/** The fields of a book and the parameters of the list, as the contract names them. */
import { isArray, isObject, type Json, type JsonObject } from './json-pointer.ts';
import { memoize } from './memoize.ts';
import type { OperationId } from './operations.ts';
import { getBodySchema } from './requests/index.ts';
import { resolveSchema } from './schema-nodes.ts';
import { readContract, type Contract } from './spec.ts';

/** The properties of one schema. */
interface SchemaFields {
  readonly all: readonly string[];
  readonly required: readonly string[];
}

interface ListParameter {
  readonly name: string;
  /** The value that a request without the parameter means; undefined if there is none. */
  readonly default: Json | undefined;
  /** The permitted values; undefined if the contract does not list them. */
  readonly values: readonly Json[] | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

/** The names that code needs, although it does not know the contract by heart. */
interface FieldTable {
  readonly create: SchemaFields;
  readonly update: SchemaFields;
  /** The attributes of a full book. */
  readonly book: SchemaFields;
  /** The attributes of a list item. */
  readonly item: SchemaFields;
  readonly chapter: SchemaFields;
  /** The fields of a book that a client sets, without the chapters. */
  readonly client: readonly string[];
  /** The members of the entries of a field, or of its object; empty if they are not shown. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** The value of each client field that was never sent: the default of its schema, or else an empty value. */
  readonly initialValues: Readonly<Record<string, Json>>;
  /** The values that a create without a field means, as far as the contract has them. */
  readonly defaults: Readonly<Record<string, Json>>;
  /** The fields of a full book that are arrays. */
  readonly lists: readonly string[];
  /** The fields of a full book that may be null. */
  readonly nullable: readonly string[];
  /** How the roles of the files of each format begin. */
  readonly rolePrefixes: Readonly<Record<string, string>>;
  /** The statuses of a book that the contract names. */
  readonly statuses: readonly string[];
  readonly listParameters: readonly ListParameter[];
}

const readTable = memoize(createTable);

/** Returns the fields and parameters of a contract. */
export function readFields(contract: Contract = readContract()): FieldTable {
  return readTable(contract);
}

function createTable(contract: Contract): FieldTable {
  const { document, operations } = contract;
  const read = (pointer: string): SchemaFields => readSchemaFields(document, pointer);
  const createPointer = getBodySchema(operations.createBook) ?? '';
  const updatePointer = getBodySchema(operations.updateBook) ?? '';
  const [create, update] = [read(createPointer), read(updatePointer)];
  const attributes = `${getSuccessSchema(contract, 'readBook')}/properties/data/properties/attributes`;
  const item = `${getSuccessSchema(contract, 'listBooks')}/properties/data/items/properties/attributes`;
  const chapters = resolveSchema(document, `${updatePointer}/properties/chapters`).pointer;
  const client = new Set([...create.all, ...update.all].filter((name) => name !== 'chapters'));
  const book = read(attributes);
  const readAttribute = (name: string): JsonObject =>
    resolveSchema(document, `${attributes}/properties/${name}`).schema;
  const readClientField = (name: string): JsonObject => {
    const pointer = create.all.includes(name) ? createPointer : updatePointer;
    return resolveSchema(document, `${pointer}/properties/${name}`).schema;
  };
  return {
    create,
    update,
    book,
    item: read(item),
    chapter: read(`${chapters}/items`),
    client: [...client],
    members: mapNames(book.all, (name) =>
      listMembers(document, `${attributes}/properties/${name}`),
    ),
    initialValues: mapNames([...client], (name) => getInitialValue(readClientField(name))),
    defaults: readDefaults(document, createPointer),
    lists: book.all.filter((name) => hasType(readAttribute(name), 'array')),
    nullable: book.all.filter((name) => hasType(readAttribute(name), 'null')),
    rolePrefixes: readRolePrefixes(contract),
    statuses: [readAttribute('status')['examples'] ?? []]
      .flat()
      .filter((example) => typeof example === 'string'),
    listParameters: operations.listBooks.parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema }) => readListParameter(name, resolveSchema(document, schema).schema)),
  };
}

function hasType({ type }: JsonObject, name: string): boolean {
  return [type ?? []].flat().includes(name);
}

function readRolePrefixes({ document, operations }: Contract): FieldTable['rolePrefixes'] {
  const descriptors = resolveSchema(document, getBodySchema(operations.requestUploads) ?? '');
  const descriptor = resolveSchema(document, `${descriptors.pointer}/items`);
  const role = resolveSchema(document, `${descriptor.pointer}/properties/role`).schema;
  const { 'x-role-prefixes': prefixes } = role;
  return Object.fromEntries(
    Object.entries(isObject(prefixes) ? prefixes : {}).flatMap(([format, prefix]) =>
      typeof prefix === 'string' ? [[format, prefix] as const] : [],
    ),
  );
}

function mapNames<Value>(
  names: readonly string[],
  getValue: (name: string) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(names.map((name) => [name, getValue(name)]));
}

function getInitialValue({ type, default: defaultValue }: JsonObject): Json {
  const emptyValue = typeof type === 'string' ? emptyValues[type] : null;
  return defaultValue ?? emptyValue ?? null;
}

/** The empty values of types that do not allow null. */
const emptyValues: Readonly<Record<string, Json>> = { array: [], boolean: false };

/** Returns the pointer of the schema of an operation's success. */
function getSuccessSchema({ operations }: Contract, id: OperationId): string {
  const success = operations[id].responses.find(({ status }) => status.startsWith('2'));
  return Object.values(success?.content ?? {})[0] ?? '';
}

function readSchemaFields(document: JsonObject, pointer: string): SchemaFields {
  const { properties, required } = resolveSchema(document, pointer).schema;
  return {
    all: isObject(properties) ? Object.keys(properties) : [],
    required: isArray(required) ? required.filter((name) => typeof name === 'string') : [],
  };
}

function readDefaults(document: JsonObject, pointer: string): Readonly<Record<string, Json>> {
  const { properties } = resolveSchema(document, pointer).schema;
  const entries = Object.keys(isObject(properties) ? properties : {}).flatMap((name) => {
    const { schema } = resolveSchema(document, `${pointer}/properties/${name}`);
    return schema['default'] === undefined ? [] : [[name, schema['default']] as const];
  });
  return Object.fromEntries(entries);
}

function listMembers(document: JsonObject, pointer: string): readonly string[] {
  const { schema, pointer: target } = resolveSchema(document, pointer);
  const members = schema['items'] === undefined ? target : `${target}/items`;
  return readSchemaFields(document, members).all;
}

function readListParameter(name: string, schema: JsonObject): ListParameter {
  const { default: defaultValue, enum: values, minimum, maximum } = schema;
  return {
    name,
    default: defaultValue,
    values: isArray(values) ? values : undefined,
    minimum: typeof minimum === 'number' ? minimum : undefined,
    maximum: typeof maximum === 'number' ? maximum : undefined,
  };
}

/** Returns a parameter of the list; undefined if the contract does not have it. */
export function findListParameter(
  name: string,
  contract: Contract = readContract(),
): ListParameter | undefined {
  return readFields(contract).listParameters.find((parameter) => parameter.name === name);
}

/** Returns whether a file of this role fits a book of this format (document: File upload descriptor). */
export function fitsFormat(role: string, format: string): boolean {
  const prefix = readFields().rolePrefixes[format];
  return prefix !== undefined && role.startsWith(prefix);
}

/** Returns the format of the books that have files of a role; undefined for an unknown role. */
export function findRoleFormat(role: unknown): string | undefined {
  return Object.keys(readFields().rolePrefixes).find(
    (format) => typeof role === 'string' && fitsFormat(role, format),
  );
}

/** Returns the number of books on the largest page of a list; without a limit, as many as a page usually has. */
export function getMaxPageSize(contract: Contract = readContract()): number {
  return findListParameter('perPage', contract)?.maximum ?? 100;
}

const readValues = memoize(({ document }: Contract) => new Set(collectValues(document)));

/** Returns the texts that the contract lists as values, such as `ebook` and `draft`. */
export function listPermittedValues(contract: Contract = readContract()): ReadonlySet<string> {
  return readValues(contract);
}

function collectValues(node: unknown): string[] {
  if (isArray(node)) return node.flatMap(collectValues);
  if (!isObject(node)) return [];
  const { enum: list, const: single } = node;
  const values = [single, ...(isArray(list) ? list : [])].filter(
    (value) => typeof value === 'string',
  );
  return [...values, ...Object.values(node).flatMap(collectValues)];
}

const readAllNames = memoize(({ document }: Contract) => new Set(listNames(document)));

/** Returns the names of all parameters and properties, in requests and responses. */
export function readNames(contract: Contract = readContract()): ReadonlySet<string> {
  return readAllNames(contract);
}

function listNames(node: Json): string[] {
  if (isArray(node)) return node.flatMap(listNames);
  if (!isObject(node)) return [];
  const { name, in: place, properties } = node;
  return [
    ...(typeof name === 'string' && place !== undefined ? [name] : []),
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...Object.values(node).flatMap(listNames),
  ];
}
