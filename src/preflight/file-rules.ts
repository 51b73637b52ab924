/** Reads the first bytes of files, and checks that files fit the format of their book and the document's guidance for their roles. */
import {
  detectFileKind,
  findMissedAdvice,
  kindFitsRole,
  roleFitsFormat,
  type Pixels,
} from '../rules/files.ts';
import { createSource, type FileToUpload } from '../client/files/index.ts';
import type { CheckContext, FirstBytes, RawIssue } from './rule.ts';

const guidanceIds = {
  ebook_content: 'files.ebook-content',
  ebook_cover: 'files.ebook-cover',
  audio_content: 'files.audio-content',
  audio_cover: 'files.audio-cover',
  pod_content: 'files.print-interior',
  pod_cover: 'files.print-cover',
} as const;

/** A file of another known type is an error, although the document only advises. An unknown type may be correct. */
export async function checkFileKinds(context: CheckContext): Promise<readonly RawIssue[]> {
  return (await context.readFirstBytes()).flatMap((file) => {
    if (file.bytes === undefined) return [];
    const kind = detectFileKind(file.bytes);
    if (kind !== undefined && kindFitsRole(kind, file.role)) return [];
    return kind === undefined
      ? [createWarning(file, 'bytes of an unknown file type')]
      : [{ ...createWarning(file, `a file of the kind ${kind}`), severity: 'error' }];
  });
}

/** Returns a warning for each cover that is smaller than the document recommends. */
export async function checkImageSizes(context: CheckContext): Promise<readonly RawIssue[]> {
  return (await context.readFirstBytes()).flatMap((file) => {
    const size = file.bytes && readImageSize(file.bytes);
    const recommendation = size && findMissedAdvice(file.role, size);
    if (recommendation === undefined) return [];
    const received = `${size?.width} x ${size?.height} px; ${recommendation} is recommended`;
    return [createWarning(file, received)];
  });
}

function createWarning({ role, pointer }: FirstBytes, received: string): RawIssue {
  return { requirement: guidanceIds[role], severity: 'warning', pointer, received };
}

const formats = ['ebook', 'audio', 'print'];

/** If the format of the book is unknown, all roles of the call must belong to the format of the first role. */
export function checkRoles({ book, files = [] }: CheckContext): readonly RawIssue[] {
  const firstRole = files[0]?.role ?? '';
  const format = book?.format ?? formats.find((candidate) => roleFitsFormat(firstRole, candidate));
  if (format === undefined) return [];
  const requirement = 'upload.role-fits-format';
  return files.flatMap(({ role }, index) => {
    if (roleFitsFormat(role, format)) return [];
    const received = `${role} for a book of format ${format}`;
    return [{ requirement, severity: 'error', pointer: `/files/${index}/role`, received }];
  });
}

/** The number of bytes to read: one mebibyte, because a photograph may have a profile and a preview before its size. */
const maxBytes = 2 ** 20;

/** Reads the first bytes of each file, which show its format. */
export async function readFirstBytes(
  files: readonly FileToUpload[],
): Promise<readonly FirstBytes[]> {
  const results: FirstBytes[] = [];
  // One file at a time, because an audiobook may have more tracks than a process may open files.
  for (const [index, file] of files.entries()) {
    const bytes = await readFileStart(file).catch(() => undefined);
    results.push({ role: file.role, pointer: `/files/${index}`, bytes });
  }
  return results;
}

async function readFileStart(file: FileToUpload): Promise<Uint8Array> {
  const source = await createSource(file).open();
  let bytes = new Uint8Array(0);
  for await (const piece of source.pieces(true)) {
    const allBytes = new Uint8Array(bytes.length + piece.length);
    allBytes.set(bytes);
    allBytes.set(piece, bytes.length);
    bytes = allBytes;
    if (bytes.length >= maxBytes) break;
  }
  return bytes;
}

/** Returns the size of a JPEG or a PNG, or undefined for another type or if the bytes end too early. */
export function readImageSize(bytes: Uint8Array): Pixels | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = detectFileKind(bytes);
  if (kind === 'jpeg') return readJpegSize(view);
  // The first chunk of a PNG contains its width in bytes 16 to 19 and its height in bytes 20 to 23.
  if (kind !== 'png' || view.byteLength < 24) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/**
 * Reads segment after segment until the first frame header: the byte 0xff, a marker, two bytes for the length of the
 * segment, one byte for the precision, and two bytes each for height and width.
 */
function readJpegSize(view: DataView): Pixels | undefined {
  for (let offset = 2; offset + 9 <= view.byteLength;) {
    const marker = view.getUint8(offset + 1);
    if (view.getUint8(offset) !== 0xff) return undefined;
    const [height, width] = [view.getUint16(offset + 5), view.getUint16(offset + 7)];
    if (isFrameMarker(marker)) return { height, width };
    // Any number of fill bytes may precede a marker.
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
  }
  return undefined;
}

/** Returns true for the markers SOF0 to SOF15, except the three in this range that have other meanings. */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
