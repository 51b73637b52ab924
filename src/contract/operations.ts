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
  /** True if it needs the `apikey` header. */
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly content: Content } | undefined;
  readonly responses: readonly DocumentedResponse[];
  /** The statuses that only a silence permits (`x-open-statuses`). */
  readonly openStatuses: readonly number[];
  readonly requirements: readonly string[];
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
