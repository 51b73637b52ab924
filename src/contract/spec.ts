/** The contract, read once, with its operations as records for both sides. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import {
  escape,
  isArray,
  isObject,
  readRequirementIds,
  resolve,
  type Json,
  type JsonObject,
} from './json-pointer.ts';
import {
  operationIds,
  type Answer,
  type Content,
  type Method,
  type Operation,
  type OperationId,
  type Parameter,
} from './operations.ts';

export interface Contract {
  /** `info.version`. */
  readonly version: string;
  readonly document: JsonObject;
  /** The text of the file, for its hash and for line numbers in reports. */
  readonly source: string;
  readonly operations: Readonly<Record<OperationId, Operation>>;
  /** Finds the operation of a request; literal segments win over templates. */
  readonly match: (method: string, path: string) => Match | undefined;
}

/** The path of the contract, in a checkout and in the published package. */
const contractFile = new URL('../../openapi/distribution.yaml', import.meta.url);

/** The path prefix of every keyed operation (document: Versioning). */
export const apiPrefix = '/v2/distribution';

let contract: Contract | undefined;

/** Reads the contract from disk once and returns the same record afterwards. */
export function readContract(): Contract {
  contract ??= parseContract(readFileSync(contractFile, 'utf8'));
  return contract;
}

/** Lets `readContract` return another revision's contract while a function runs. */
export async function withContract<T>(
  other: Contract | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (other === undefined) return run();
  const previous = readContract();
  contract = other;
  try {
    return await run();
  } finally {
    contract = previous;
  }
}

/** Returns a hash of the contract in twelve hexadecimal digits. Reports with the same one can be compared. */
export function contractFingerprint(): string {
  return createHash('sha256').update(readContract().source).digest('hex').slice(0, 12);
}

/** Parses a contract from YAML text. Throws if one of our operations is missing. */
export function parseContract(source: string): Contract {
  const parsed: unknown = parse(source);
  if (!isObject(parsed)) throw new Error('The contract is not a YAML mapping.');
  const found = new Map(readOperations(parsed).map((operation) => [operation.id, operation]));
  const missing = operationIds.filter((id) => !found.has(id));
  if (missing.length > 0) throw new Error(`The contract lacks ${missing.join(', ')}.`);
  const list = [...found.values()];
  const version = isObject(parsed['info']) ? parsed['info']['version'] : undefined;
  return {
    version: typeof version === 'string' ? version : '',
    document: parsed,
    source,
    // The check above made every key present; Object.fromEntries cannot say so.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    operations: Object.fromEntries(found) as Record<OperationId, Operation>,
    match: createMatcher(list),
  };
}

const methods: readonly Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

function readOperations(document: JsonObject): Operation[] {
  const paths = document['paths'];
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = isObject(item) ? item[method.toLowerCase()] : undefined;
      const id = isObject(node)
        ? operationIds.find((known) => known === node['operationId'])
        : undefined;
      return isObject(node) && isObject(item) && id !== undefined
        ? [readOperation({ document, path, method, id, node, item })]
        : [];
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
  const at = `#/paths/${escape(path)}`;
  const here = `${at}/${method.toLowerCase()}`;
  const body = resolve(document, node['requestBody'], `${here}/requestBody`);
  const open = node['x-open-statuses'];
  const security = node['security'] ?? document['security'];
  return {
    id,
    method,
    path,
    keyed: isArray(security) && security.length > 0,
    parameters: [
      ...readParameters(document, item['parameters'], `${at}/parameters`),
      ...readParameters(document, node['parameters'], `${here}/parameters`),
    ],
    body: body && { content: readContent(body.node['content'], `${body.pointer}/content`) },
    answers: readAnswers(document, node['responses'], `${here}/responses`),
    openStatuses: Object.keys(isObject(open) ? open : {}).map(Number),
    requirements: readRequirementIds(node),
  };
}

function readParameters(document: JsonObject, list: Json | undefined, at: string): Parameter[] {
  if (!isArray(list)) return [];
  return list.flatMap((entry, index) => {
    const found = resolve(document, entry, `${at}/${index}`);
    const where = found?.node['in'];
    if (found === undefined || typeof found.node['name'] !== 'string') return [];
    if (where !== 'path' && where !== 'query' && where !== 'header') return [];
    return [
      {
        name: found.node['name'],
        in: where,
        required: found.node['required'] === true,
        schema: `${found.pointer}/schema`,
      },
    ];
  });
}

function readAnswers(document: JsonObject, responses: Json | undefined, at: string): Answer[] {
  if (!isObject(responses)) return [];
  return Object.entries(responses).flatMap(([status, entry]) => {
    const found = resolve(document, entry, `${at}/${escape(status)}`);
    if (found === undefined) return [];
    return [
      {
        status,
        content: readContent(found.node['content'], `${found.pointer}/content`),
        requirements: readRequirementIds(found.node),
      },
    ];
  });
}

function readContent(content: Json | undefined, at: string): Content {
  if (!isObject(content)) return {};
  return Object.fromEntries(
    Object.entries(content).flatMap(([type, media]) =>
      isObject(media) && media['schema'] !== undefined
        ? [[type, `${at}/${escape(type)}/schema`]]
        : [],
    ),
  );
}

interface Match {
  readonly operation: Operation;
  /** Decoded path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
}

/** Returns a function that finds the keyed operation of a request. */
function createMatcher(
  operations: readonly Operation[],
): (method: string, path: string) => Match | undefined {
  const routes = operations
    .filter((operation) => operation.keyed)
    .map((operation) => ({ operation, parts: operation.path.split('/') }))
    .sort((a, b) => countLiterals(b.parts) - countLiterals(a.parts));
  return (method, path) => {
    const parts = path.split('/');
    for (const { operation, parts: template } of routes) {
      if (operation.method !== method || template.length !== parts.length) continue;
      const params: Record<string, string> = {};
      if (template.every((part, index) => matchSegment(part, parts[index] ?? '', params))) {
        return { operation, params };
      }
    }
    return undefined;
  };
}

function countLiterals(parts: readonly string[]): number {
  return parts.filter((part) => !part.startsWith('{')).length;
}

function matchSegment(template: string, part: string, params: Record<string, string>): boolean {
  if (!template.startsWith('{')) return template === part;
  if (part === '') return false;
  params[template.slice(1, -1)] = decode(part);
  return true;
}

/** Keeps a stray percent sign as it is: its meaning is up to the service. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
