/** Decides whether a file begins as files of its role do (document: File guidance). */

const kindsOfRole: Readonly<Record<string, readonly string[]>> = {
  ebook_content: ['epub'],
  ebook_cover: ['jpeg', 'png'],
  audio_content: ['mp3', 'm4a'],
  audio_cover: ['jpeg', 'png'],
  pod_content: ['pdf'],
  pod_cover: ['pdf', 'jpeg', 'png'],
};

const signatures: readonly (readonly [kind: string, offset: number, text: string])[] = [
  ['epub', 30, 'mimetypeapplication/epub+zip'],
  ['jpeg', 0, '\u00ff\u00d8\u00ff'],
  ['png', 0, '\u0089PNG\r\n\u001a\n'],
  ['pdf', 0, '%PDF-'],
  ['mp3', 0, 'ID3'],
  ['mp3', 0, '\u00ff\u00fb'],
  ['m4a', 4, 'ftyp'],
];

/** @returns undefined if role or bytes are not known */
export function isSoundKind(
  role: string | undefined,
  beginning: Uint8Array | undefined,
): boolean | undefined {
  if (role === undefined || beginning === undefined) return undefined;
  const text = String.fromCharCode(...beginning.subarray(0, 64));
  const found = signatures.filter(([, offset, mark]) => text.startsWith(mark, offset));
  return found.some(([kind]) => kindsOfRole[role]?.includes(kind) === true);
}
