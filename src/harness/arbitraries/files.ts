/** Small files of every role: their bytes, name, type and hash. */
import { createHash } from 'node:crypto';
import type { components } from '../../generated/api.ts';
import { createEpub, createJpeg, createMp3, createPdf, createPng } from './file-bytes.ts';
import type { Format } from './books.ts';
import { completeBody } from './complete-body.ts';

export type FileDescriptor = components['schemas']['FileUploadDescriptor'];
export type FileRole = FileDescriptor['role'];

/** The files that a book of each format needs before it can be published. */
export const requiredRoles = {
  ebook: ['ebook_content', 'ebook_cover'],
  print: ['pod_content', 'pod_cover'],
  audio: ['audio_content', 'audio_cover'],
} as const satisfies Readonly<Record<Format, readonly FileRole[]>>;

/** A role that fits each format, and of which a book may be given another file. */
export const spareRoles = {
  ebook: 'ebook_cover',
  print: 'pod_cover',
  audio: 'audio_content',
} as const satisfies Readonly<Record<Format, FileRole>>;

/** A file as a publisher might have it. */
export interface SampleFile {
  readonly role: FileRole;
  readonly filename: string;
  readonly bytes: Uint8Array;
  /** The media type of the PUT. */
  readonly contentType: string;
  /** 64 lower-case hex characters. */
  readonly hashSha256: string;
}

interface Kind {
  readonly name: string;
  readonly contentType: string;
  /** Returns a valid file that contains the given bytes. */
  readonly create: (unique: Uint8Array) => Uint8Array;
}

const pdf = { contentType: 'application/pdf', create: createPdf };
const png = { name: 'cover.png', contentType: 'image/png' };

/** The formats of the guidance, and pictures of the sizes that it recommends (File guidance). */
const kinds: Readonly<Record<FileRole, Kind>> = {
  ebook_content: { name: 'book.epub', contentType: 'application/epub+zip', create: createEpub },
  ebook_cover: { ...png, create: createPng(1400, 2100) },
  audio_content: { name: 'track.mp3', contentType: 'audio/mpeg', create: createMp3 },
  audio_cover: { ...png, create: createPng(2400, 2400) },
  pod_content: { ...pdf, name: 'interior.pdf' },
  pod_cover: { name: 'cover.jpg', contentType: 'image/jpeg', create: createJpeg },
};

/** Returns the SHA-256 of bytes as the descriptor expects it. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Line ends, NUL and bytes that are not UTF-8: a service that reads files as text changes them. */
const binaryBytes = [
  0x0d, 0x0a, 0x0a, 0x0d, 0x00, 0x1a, 0x80, 0xff, 0xfe, 0x20, 0x0d, 0x0a,
] as const;

/** Creates a file of a role from a seed string: the same seed gives the same hash. */
export function createSampleFile(role: FileRole, seedText: string): SampleFile {
  const seedBytes = Buffer.from(seedText, 'utf8');
  const unique = Uint8Array.from([...binaryBytes, ...seedBytes, ...binaryBytes]);
  return createFile(role, kinds[role].create(unique));
}

/** Creates a file of a role with bytes chosen by the case. */
export function createFile(role: FileRole, bytes: Uint8Array): SampleFile {
  const { name, contentType } = kinds[role];
  return { role, filename: name, bytes, contentType, hashSha256: sha256(bytes) };
}

/** Returns the descriptor of a file for the upload request, with all that the judged contract requires. */
export function createDescriptor(file: SampleFile, referenceId: string): FileDescriptor {
  const { role, filename, hashSha256 } = file;
  const descriptor = { referenceId, role, filename, hashSha256 };
  return completeBody('requestUploads', [descriptor])[0] ?? descriptor;
}
