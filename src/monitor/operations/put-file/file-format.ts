/** Recognises the format of a file by its first bytes. */

/** The formats of the guidance (document: File guidance). */
const formatsByRole: Readonly<Record<string, readonly string[]>> = {
  ebook_content: ['epub'],
  ebook_cover: ['jpeg', 'png'],
  audio_content: ['mp3', 'm4a'],
  audio_cover: ['jpeg', 'png'],
  pod_content: ['pdf'],
  pod_cover: ['pdf', 'jpeg', 'png'],
};

/** The content types of the walkthroughs, and of the other formats of the guidance. */
const mediaTypes: Readonly<Record<string, string>> = {
  epub: 'application/epub+zip',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
};

/** Returns whether a content type is that of a format of the role, or of any role if it is not known. */
export function isUsualType(role: string | undefined, type: string): boolean {
  const formats = role === undefined ? Object.keys(mediaTypes) : (formatsByRole[role] ?? []);
  return formats.some((format) => mediaTypes[format] === type);
}

const signatures: readonly (readonly [format: string, offset: number, signature: string])[] = [
  ['epub', 30, 'mimetypeapplication/epub+zip'],
  ['jpeg', 0, '\u00ff\u00d8\u00ff'],
  ['png', 0, '\u0089PNG\r\n\u001a\n'],
  ['pdf', 0, '%PDF-'],
  ['mp3', 0, 'ID3'],
  ['mp3', 0, '\u00ff\u00fb'],
  ['m4a', 4, 'ftyp'],
];

/** Returns whether the bytes have a format of the role; undefined if role or bytes are not known. */
export function hasRightFormat(
  role: string | undefined,
  firstBytes: Uint8Array | undefined,
): boolean | undefined {
  if (role === undefined || firstBytes === undefined) return undefined;
  const text = String.fromCharCode(...firstBytes.subarray(0, 64));
  return signatures.some(
    ([format, offset, signature]) =>
      text.startsWith(signature, offset) && formatsByRole[role]?.includes(format) === true,
  );
}
