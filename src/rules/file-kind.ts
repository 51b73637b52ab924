/** Detects the kind of a file by the signature at its start (`file.types`). */

const signatures: readonly (readonly [kind: string, offset: number, signature: string])[] = [
  ['epub', 30, 'mimetypeapplication/epub+zip'],
  ['zip', 0, 'PK\x03\x04'],
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['gif', 0, 'GIF8'],
  ['tiff', 0, 'II*\0'],
  ['tiff', 0, 'MM\0*'],
  ['webp', 8, 'WEBP'],
  ['wav', 8, 'WAVE'],
  ['m4a', 4, 'ftyp'],
  ['mp3', 0, 'ID3'],
  ['flac', 0, 'fLaC'],
  ['ogg', 0, 'OggS'],
];

/** Returns the kind of a file that starts with these bytes; undefined if the signature is unknown. */
export function detectFileKind(bytes: Uint8Array): string | undefined {
  const match = signatures.find(
    ([, offset, signature]) => textAt(bytes, offset, signature.length) === signature,
  );
  if (match !== undefined) return match[0];
  // A PDF signature may follow a few lines of other content.
  if (textAt(bytes, 0, 1_024).includes('%PDF-')) return 'pdf';
  return isAudioFrame(bytes) ? 'mp3' : undefined;
}

/** Returns whether bytes start with an MP3 frame, as an MP3 without tags does: eleven set bits, then layer III. */
function isAudioFrame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02;
}

function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length));
}
