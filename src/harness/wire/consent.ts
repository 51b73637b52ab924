/** What a request may do to a target, and so which consent it needs. */
import type { OperationId } from '../../contract/operations.ts';
import type { Consent } from '../evidence/index.ts';

export const consents: readonly Consent[] = ['read', 'write', 'publish', 'delete'];

const byOperation: Readonly<Record<OperationId, Consent>> = {
  createBook: 'write',
  listBooks: 'read',
  readBook: 'read',
  lookUpBook: 'read',
  updateBook: 'write',
  requestUploads: 'write',
  putFile: 'write',
  attachFile: 'write',
  publishBook: 'publish',
  unpublishBook: 'publish',
  deleteBook: 'delete',
};

/**
 * The consent a request needs. A publish that should be refused still needs `publish`,
 * because on a service that drifts it may succeed.
 */
export function consentFor(operation: OperationId | undefined, method: string): Consent {
  if (operation !== undefined) return byOperation[operation];
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}
