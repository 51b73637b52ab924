/** Checks that an audiobook names a narrator. */
import { hasNarrator } from '../rules/has-narrator.ts';
import type { Finding, Scene } from './finding.ts';

/** A draft may wait for its narrator; what is to be published may not. */
export function narrator({ call, book }: Scene): readonly Finding[] {
  if (book?.format !== 'audio' || hasNarrator(book.contributor ?? [])) return [];
  const severity = call === 'publish' || call === 'flow' ? 'error' : 'warning';
  const requirement = severity === 'error' ? 'publish.narrator' : 'contributor.narrator';
  const received = 'no contributor with the role "Narrated by"';
  return [{ requirement, severity, pointer: '/contributor', received }];
}
