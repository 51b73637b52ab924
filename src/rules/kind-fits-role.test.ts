/** Tests which kinds of file each role accepts. */
import { expect, it } from 'vitest';
import { kindFitsRole } from './kind-fits-role.ts';

it.each([
  ['ebook_content', 'epub', 'pdf'],
  ['ebook_cover', 'png', 'pdf'],
  ['audio_content', 'm4a', 'wav'],
  ['audio_content', 'mp3', 'ogg'],
  ['audio_cover', 'jpeg', 'mp3'],
  ['pod_content', 'pdf', 'epub'],
  ['pod_cover', 'tiff', 'epub'],
  ['pod_cover', 'pdf', 'zip'],
  ['pod_cover', 'gif', 'mp3'],
  ['pod_cover', 'webp', 'wav'],
  ['pod_cover', 'jpeg', 'm4a'],
])('%s accepts %s but not %s', (role, acceptedKind, otherKind) => {
  expect([kindFitsRole(acceptedKind, role), kindFitsRole(otherKind, role)]).toEqual([true, false]);
});

it('an unknown role accepts nothing', () => {
  expect(kindFitsRole('pdf', 'poster')).toBe(false);
});
