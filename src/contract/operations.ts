/** The operations of the contract: their types, and the eleven `operationId`s. */

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
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  /** The JSON pointer of its schema in the contract. */
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
  readonly content: Content;
  readonly requirements: readonly string[];
}

export interface Operation {
  readonly id: OperationId;
  readonly method: Method;
  /** The path template below `/v2/distribution`, for example `/books/{bookPublicId}`. */
  readonly path: string;
  /** True if it needs the header with the key. */
  readonly needsKey: boolean;
  /** True for the storage behind presigned URLs (`x-storage`). */
  readonly isStorage: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly content: Content; readonly required: boolean } | undefined;
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
export interface Success {
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
