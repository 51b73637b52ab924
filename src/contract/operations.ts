/** The operations of the contract: their type, and the eleven `operationId`s. */

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
  /** JSON pointer to its schema within the contract. */
  readonly schema: string;
}

/** Media type to the JSON pointer of its schema; empty when a body is not described. */
export type Content = Readonly<Record<string, string>>;

export interface Answer {
  /** As written in the contract: `201`, `2XX` or `default`. */
  readonly status: string;
  readonly content: Content;
  readonly requirements: readonly string[];
}

export interface Operation {
  readonly id: OperationId;
  readonly method: Method;
  /** Template below `/v2/distribution`, for example `/books/{bookPublicId}`. */
  readonly path: string;
  /** True if it needs the `apikey` header. */
  readonly keyed: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly content: Content } | undefined;
  readonly answers: readonly Answer[];
  /** Statuses that the document does not give, but a silence permits (`x-open-statuses`). */
  readonly openStatuses: readonly number[];
  readonly requirements: readonly string[];
}

/** Returns the contract's answer for a status: the exact one, then its class, then the default. */
export function findAnswer({ answers }: Operation, status: number): Answer | undefined {
  const find = (name: string): Answer | undefined =>
    answers.find((answer) => answer.status === name);
  return find(String(status)) ?? find(`${Math.floor(status / 100)}XX`) ?? find('default');
}
