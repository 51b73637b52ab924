/** Names the operation of a raw call. */
import type { KeyedOperation } from '../contract.ts';

const byLastSegment: Readonly<Record<string, KeyedOperation>> = {
  upload: 'requestUploads',
  publish: 'publishBook',
  unpublish: 'unpublishBook',
};

/** @param path below the base address, for example `/books/7/publish` */
export function operationOf(method: string, path: string): KeyedOperation {
  const [, , id, last = ''] = path.split('/');
  if (method === 'POST') return byLastSegment[last] ?? 'createBook';
  if (method === 'PATCH') return last === '' ? 'updateBook' : 'attachFile';
  if (method === 'DELETE') return 'deleteBook';
  if (id === undefined) return 'listBooks';
  return last === '' ? 'readBook' : 'lookUpBook';
}
