/** Reads and parses the contract, with its operations as records for the suite and the sandbox. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import {
  escape,
  follow,
  isArray,
  isObject,
  readRequirementIds,
  resolve,
  type Json,
  type JsonObject,
} from './json-pointer.ts';
import {
  createMatcher,
  type Match,
  operationIds,
  type DocumentedResponse,
  type Content,
  type Method,
  type Operation,
  type OperationId,
  type Parameter,
} from './operations.ts';
import { readStatuses } from './schema-nodes.ts';

export interface Contract {
  /** `info.version`. */
  readonly version: string;
  readonly document: JsonObject;
  /** The text of the file, from which its hash and the line numbers in reports are computed. */
  readonly source: string;
  readonly operations: Readonly<Record<OperationId, Operation>>;
  /** The name of the header with the API key, in lower case. */
  readonly keyHeader: string;
  /** Finds the operation of a request. Literal path segments win over templates. */
  readonly match: (method: string, path: string) => Match | undefined;
}

/** The path of the contract, in a checkout and in the published package. */
const contractFile = new URL('../../openapi/distribution.yaml', import.meta.url);

/** The path prefix of every keyed operation (document: Versioning). */
export const apiPrefix = '/v2/distribution';

let ownContract: Contract | undefined;
let otherContract: Contract | undefined;

/** Returns the contract of this package, whatever `withContract` does. Reads it from disk once. */
export function readOwnContract(): Contract {
  ownContract ??= parseContract(readFileSync(contractFile, 'utf8'));
  return ownContract;
}

/** Returns the contract to judge by: that of this package, unless `withContract` sets another one. */
export function readContract(): Contract {
  return otherContract ?? readOwnContract();
}

/** Lets `readContract` return another revision's contract while a function runs. */
export async function withContract<T>(
  temporaryContract: Contract | undefined,
  run: () => Promise<T>,
): Promise<T> {
  const previousContract = otherContract;
  otherContract = temporaryContract ?? previousContract;
  try {
    return await run();
  } finally {
    otherContract = previousContract;
  }
}

/** Returns a hash of the contract with twelve hexadecimal digits. Reports with the same hash can be compared. */
export function getContractFingerprint(): string {
  return createHash('sha256').update(readContract().source).digest('hex').slice(0, 12);
}

/**
 * Parses a contract from YAML.
 * @throws Error if one of the eleven operations is missing, or if a reference leads nowhere
 */
export function parseContract(source: string): Contract {
  const parsed: unknown = parse(source);
  if (!isObject(parsed)) throw new Error('The contract is not a YAML mapping.');
  const lost = findLostReference(parsed, parsed);
  if (lost !== undefined)
    throw new Error(`The contract refers to ${lost}, which it does not have.`);
  const list = readOperations(parsed);
  const byId = new Map(list.map((operation) => [operation.id, operation]));
  const missingIds = operationIds.filter((id) => !byId.has(id));
  if (missingIds.length > 0) throw new Error(`The contract lacks ${missingIds.join(', ')}.`);
  const version = isObject(parsed['info']) ? parsed['info']['version'] : undefined;
  return {
    version: typeof version === 'string' ? version : '',
    document: parsed,
    source,
    // The type of Object.fromEntries does not know that every key is present.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    operations: Object.fromEntries(byId) as Record<OperationId, Operation>,
    keyHeader: readKeyHeader(parsed),
    match: createMatcher(list),
  };
}

function readKeyHeader(document: JsonObject): string {
  const schemes = follow(document, '#/components/securitySchemes');
  const [scheme] = Object.values(isObject(schemes) ? schemes : {}).filter(isObject);
  const { in: place, name } = scheme ?? {};
  if (place === 'header' && typeof name === 'string') return name.toLowerCase();
  throw new Error('The contract lacks a security scheme with a header.');
}

const methods: readonly Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

function readOperations(document: JsonObject): Operation[] {
  const paths = document['paths'];
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = isObject(item) ? item[method.toLowerCase()] : undefined;
      if (!isObject(item) || !isObject(node)) return [];
      const id = operationIds.find((operationId) => operationId === node['operationId']);
      return id === undefined ? [] : [readOperation({ document, path, method, id, node, item })];
    }),
  );
}

interface OperationNode {
  readonly document: JsonObject;
  readonly path: string;
  readonly method: Method;
  readonly id: OperationId;
  readonly node: JsonObject;
  readonly item: JsonObject;
}

function readOperation({ document, path, method, id, node, item }: OperationNode): Operation {
  const pathPointer = `#/paths/${escape(path)}`;
  const pointer = `${pathPointer}/${method.toLowerCase()}`;
  const body = resolve(document, node['requestBody'], `${pointer}/requestBody`);
  const openStatuses = node['x-open-statuses'];
  const security = node['security'] ?? document['security'];
  return {
    id,
    pointer,
    method,
    path,
    needsKey: isArray(security) && security.length > 0,
    isStorage: node['x-storage'] === true,
    parameters: [
      ...readParameters(document, item['parameters'], `${pathPointer}/parameters`),
      ...readParameters(document, node['parameters'], `${pointer}/parameters`),
    ],
    body: body && {
      pointer: body.pointer,
      content: readContent(body.node['content'], `${body.pointer}/content`),
      required: body.node['required'] === true,
    },
    responses: readResponses(document, node['responses'], `${pointer}/responses`),
    openStatuses: Object.keys(isObject(openStatuses) ? openStatuses : {}).map(Number),
    requirements: readRequirementIds(node),
  };
}

function readParameters(
  document: JsonObject,
  list: Json | undefined,
  pointer: string,
): Parameter[] {
  if (!isArray(list)) return [];
  return list.flatMap((entry, index) => {
    const target = resolve(document, entry, `${pointer}/${index}`);
    const { name, in: place, required } = target?.node ?? {};
    if (target === undefined || typeof name !== 'string') return [];
    if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie')
      return [];
    return [
      {
        name,
        in: place,
        required: required === true,
        pointer: target.pointer,
        schema: `${target.pointer}/schema`,
        requirements: readRequirementIds(target.node),
        violationStatuses: readStatuses(target.node),
      },
    ];
  });
}

function readResponses(
  document: JsonObject,
  responses: Json | undefined,
  pointer: string,
): DocumentedResponse[] {
  if (!isObject(responses)) return [];
  return Object.entries(responses).flatMap(([status, entry]) => {
    const target = resolve(document, entry, `${pointer}/${escape(status)}`);
    if (target === undefined) return [];
    const { node, pointer: place } = target;
    const content = readContent(node['content'], `${place}/content`);
    return [{ status, pointer: place, content, requirements: readRequirementIds(node) }];
  });
}

function readContent(content: Json | undefined, pointer: string): Content {
  if (!isObject(content)) return {};
  return Object.fromEntries(
    Object.entries(content).flatMap(([type, media]) =>
      isObject(media) && media['schema'] !== undefined
        ? [[type, `${pointer}/${escape(type)}/schema`]]
        : [],
    ),
  );
}

function findLostReference(document: JsonObject, node: Json): string | undefined {
  const inner = isArray(node) ? node : isObject(node) ? Object.values(node) : [];
  const ref = isObject(node) ? node['$ref'] : undefined;
  if (typeof ref === 'string' && follow(document, ref) === undefined) return ref;
  return inner
    .map((child) => findLostReference(document, child))
    .find((lost) => lost !== undefined);
}
