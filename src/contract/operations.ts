/** The eleven operations of the contract, by the names their `operationId` gives them. */

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
