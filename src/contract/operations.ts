/** The operations of the contract, and which of them a method and a path belong to. */

/** The keys of a path item that are operations. */
export const httpMethods = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
] as const;

export const operationIds = [
  'createBook',
  'listBooks',
  'readBook',
  'lookUpBook',
  'updateBook',
  'requestUploads',
  'putFile',
  'attachFile',
  'publishBook',
  'unpublishBook',
  'deleteBook',
] as const;

export type OperationId = (typeof operationIds)[number];

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  /** Its JSON pointer in the contract, after following its reference. */
  readonly pointer: string;
  /** The JSON pointer of its schema. */
  readonly schema: string;
  readonly requirements: readonly string[];
  /** The statuses for an invalid value (`x-violation-status`). */
  readonly violationStatuses: readonly number[];
}

/** The JSON pointer of the schema for each media type; empty if the contract describes no body. */
export type Content = Readonly<Record<string, string>>;

export interface DocumentedResponse {
  /** As written in the contract: `201`, `2XX` or `default`. */
  readonly status: string;
  /** Its JSON pointer in the contract, after following its reference. */
  readonly pointer: string;
  readonly content: Content;
  readonly requirements: readonly string[];
}

interface RequestBody {
  /** Its JSON pointer in the contract, after following its reference. */
  readonly pointer: string;
  readonly content: Content;
  readonly required: boolean;
}

export interface Operation {
  readonly id: OperationId;
  /** Its JSON pointer in the contract. */
  readonly pointer: string;
  readonly method: Method;
  /** The path template below `/v2/distribution`, for example `/books/{bookPublicId}`. */
  readonly path: string;
  /** True if it needs the header with the key. */
  readonly needsKey: boolean;
  /** True for the storage behind presigned URLs (`x-storage`). */
  readonly isStorage: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: readonly DocumentedResponse[];
  /** The statuses that only a silence permits (`x-open-statuses`). */
  readonly openStatuses: readonly number[];
  readonly requirements: readonly string[];
}

/** Returns the names of the parameters in the path, from left to right. */
export function listPathParameters({ path }: Operation): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Returns the contract's response for a status: for the exact status, or else its class, or else the default. */
export function findDocumentedResponse(
  { responses }: Operation,
  status: number,
): DocumentedResponse | undefined {
  const find = (name: string): DocumentedResponse | undefined =>
    responses.find((response) => response.status === name);
  return find(String(status)) ?? find(`${Math.floor(status / 100)}XX`) ?? find('default');
}

/** The statuses of an accepted call, and the requirement that another one breaks. */
interface Success {
  /** `2xx` if the contract does not show the exact status. */
  readonly statuses: readonly number[] | '2xx';
  /** Undefined if the contract names none. */
  readonly requirement: string | undefined;
}

/** Returns what the contract says about the status of an accepted call. Storage may choose any 2xx. */
export function getSuccess({ responses, requirements, isStorage }: Operation): Success {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const requirement = [
    ...successes.flatMap((response) => response.requirements),
    ...requirements,
  ][0];
  const isOpen = isStorage || successes.some(({ status }) => status === '2XX');
  return { statuses: isOpen ? '2xx' : successes.map(({ status }) => Number(status)), requirement };
}

export interface Match {
  readonly operation: Operation;
  /** The decoded path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
}

/** Creates the function that finds the operation of a request. Literal path segments win over templates. */
export function createMatcher(
  operations: readonly Operation[],
): (method: string, path: string) => Match | undefined {
  const routes = operations
    .filter((operation) => !operation.isStorage)
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
  params[template.slice(1, -1)] = decodeSegment(part);
  return true;
}

/** Decodes a path segment. A segment with a stray percent sign stays unchanged, because the service decides its meaning. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
