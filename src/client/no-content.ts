/** The answer to the calls that answer with nothing to read: attach, publish, unpublish and delete. */
import type { Normaliser } from './line.ts';

/**
 * No body, `{}`, or some JSON nobody needs: the document shows 204 for publish and `{}` for attach, and
 * nothing for unpublish and delete. Text is refused: it is a page of something between, not the service.
 */
export const noContent: Normaliser<true> = {
  expected: 'an empty body or a JSON one',
  read: (body) => (typeof body === 'string' ? undefined : true),
};
