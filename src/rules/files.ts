/** The files of a book: their roles, kinds, sizes and hashes, and the deadline of an upload. */

/** The start of the names of a format's roles. */
const rolePrefixes: Readonly<Record<string, string>> = {
  ebook: 'ebook_',
  audio: 'audio_',
  print: 'pod_',
};

/** Returns whether a book of this format may have a file of this role (`upload.role-fits-format`). */
export function roleFitsFormat(role: string, format: string): boolean {
  const prefix = rolePrefixes[format];
  return prefix !== undefined && role.startsWith(prefix);
}

const requiredRoles: Readonly<Record<string, readonly string[]>> = {
  ebook: ['ebook_content', 'ebook_cover'],
  audio: ['audio_content', 'audio_cover'],
  print: ['pod_content', 'pod_cover'],
};

/** Returns the roles that a book needs before it is published, and that none of the files has (`publish.validation-content`). */
export function findMissingRoles(
  format: string,
  files: readonly { readonly role: string }[],
): readonly string[] {
  return (requiredRoles[format] ?? []).filter((role) => !files.some((file) => file.role === role));
}

export interface FileInRole {
  readonly id: string;
  readonly role: string;
}

/** Adds a track, or replaces the cover or the text, of which a book has only one each (`attach.second-content`). */
export function replaceSameRole<F extends FileInRole>(files: readonly F[], newFile: F): F[] {
  const isKept = (file: F) =>
    file.id !== newFile.id && (file.role !== newFile.role || newFile.role === 'audio_content');
  return [...files.filter(isKept), newFile];
}

/** Adds a file of any role. */
export function addFile<F extends FileInRole>(files: readonly F[], newFile: F): F[] {
  return [...files.filter((file) => file.id !== newFile.id), newFile];
}

/** Returns whether the book already has another file of a role that it may have only once. */
export function isSecondOfRole(files: readonly FileInRole[], newFile: FileInRole): boolean {
  const others = files.filter((file) => file.id !== newFile.id);
  return newFile.role !== 'audio_content' && others.some((file) => file.role === newFile.role);
}

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

/** Returns the kind of a file that starts with these bytes (`file.types`); undefined if the signature is unknown. */
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

const images: readonly string[] = ['jpeg', 'png'];

const kindsByRole: Readonly<Record<string, readonly string[]>> = {
  ebook_content: ['epub'],
  ebook_cover: images,
  audio_content: ['mp3', 'm4a'],
  audio_cover: images,
  pod_content: ['pdf'],
  pod_cover: ['pdf', ...images, 'gif', 'tiff', 'webp'],
};

/**
 * Returns whether a role accepts files of a kind (`file.types`, `file.enforced`).
 * @param kind the kind detected from the first bytes
 */
export function kindFitsRole(kind: string, role: string): boolean {
  return (kindsByRole[role] ?? []).includes(kind);
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the recommendation that the cover does not follow, as a phrase; undefined if it follows all or the
 * role is not a cover's. Requirements: `files.ebook-cover`, `files.audio-cover`.
 */
export function findMissedAdvice(role: string, { width, height }: Pixels): string | undefined {
  const minimum = { ebook_cover: [1400, 2100], audio_cover: [2400, 2400] }[role];
  const [minWidth = 0, minHeight = 0] = minimum ?? [];
  if (width < minWidth || height < minHeight) return `${minWidth} x ${minHeight} px`;
  return role === 'audio_cover' && width !== height ? 'a square' : undefined;
}

/** Returns whether two SHA-256 hashes are equal, regardless of the case of their digits (`attach.hash-mismatch-422`). */
export function isSameHash(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase();
}

/** Returns whether an upload URL still accepts its file (`put.deadline`). The millisecond of the deadline itself is in time. */
export function isUploadOpen(expiresAt: number, now: number): boolean {
  return now <= expiresAt;
}
