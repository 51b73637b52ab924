/** The effect of a request on a target, and the consent it needs. */
import type { OperationId } from '../../contract/operations.ts';
import type { Consent } from '../evidence/index.ts';

export const consents: readonly Consent[] = ['read', 'write', 'publish', 'delete'];

const consentByOperation: Readonly<Record<OperationId, Consent>> = {
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
 * Returns the consent that a request needs. A publish that should be refused still needs `publish`,
 * because a service that drifts may accept it.
 */
export function consentFor(operation: OperationId | undefined, method = 'POST'): Consent {
  if (operation !== undefined) return consentByOperation[operation];
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

/**
 * Returns the `--allow` option with the present and the additional consents, and with `read`, which
 * every run has.
 */
export function formatAllowOption(
  allow: ReadonlySet<Consent>,
  additionalConsents: readonly Consent[],
): string {
  const consentList = consents.filter(
    (consent) => consent === 'read' || allow.has(consent) || additionalConsents.includes(consent),
  );
  return `--allow ${consentList.join(',')}`;
}
