/** Checks that files fit the format of their book and the document's guidance for their roles. */
import { detectFileKind } from '../rules/file-kind.ts';
import { kindFitsRole } from '../rules/kind-fits-role.ts';
import { findMissedRecommendation, type Pixels } from '../rules/large-cover.ts';
import { roleFitsFormat } from '../rules/role-fits-format.ts';
import type { FileBeginning } from './beginnings.ts';
import type { Finding, CheckContext } from './finding.ts';

const guidanceIds = {
  ebook_content: 'files.ebook-content',
  ebook_cover: 'files.ebook-cover',
  audio_content: 'files.audio-content',
  audio_cover: 'files.audio-cover',
  pod_content: 'files.print-interior',
  pod_cover: 'files.print-cover',
} as const;

/** A file of a known other type is an error, although the document only advises; an unknown type may be right. */
export async function checkFileKinds({ beginnings }: CheckContext): Promise<readonly Finding[]> {
  return (await beginnings()).flatMap((file) => {
    if (file.bytes === undefined) return [];
    const kind = detectFileKind(file.bytes);
    if (kind !== undefined && kindFitsRole(kind, file.role)) return [];
    return kind === undefined
      ? [createWarning(file, 'bytes of an unknown file type')]
      : [{ ...createWarning(file, `a file of the kind ${kind}`), severity: 'error' }];
  });
}

export async function checkImageSizes({ beginnings }: CheckContext): Promise<readonly Finding[]> {
  return (await beginnings()).flatMap((file) => {
    const size = file.bytes && imageSize(file.bytes);
    const missed = size && findMissedRecommendation(file.role, size);
    if (missed === undefined) return [];
    return [createWarning(file, `${size?.width} x ${size?.height} px; ${missed} is recommended`)];
  });
}

function createWarning({ role, pointer }: FileBeginning, received: string): Finding {
  return { requirement: guidanceIds[role], severity: 'warning', pointer, received };
}

const formats = ['ebook', 'audio', 'print'];

/** If the format is not known, the roles of one call must at least belong to one. */
export function checkRoles({ book, files = [] }: CheckContext): readonly Finding[] {
  const first = files[0]?.role ?? '';
  const format = book?.format ?? formats.find((candidate) => roleFitsFormat(first, candidate));
  if (format === undefined) return [];
  const requirement = 'upload.role-fits-format';
  return files.flatMap(({ role }, index) => {
    if (roleFitsFormat(role, format)) return [];
    const received = `${role} for a book of format ${format}`;
    return [{ requirement, severity: 'error', pointer: `/files/${index}/role`, received }];
  });
}

/** Returns the size of a JPEG or a PNG; undefined for any other kind, and if the bytes end too early. */
export function imageSize(bytes: Uint8Array): Pixels | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = detectFileKind(bytes);
  if (kind === 'jpeg') return sizeOfJpeg(view);
  if (kind !== 'png' || view.byteLength < 24) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Goes from segment to segment until one begins a frame; only those contain the size. */
function sizeOfJpeg(view: DataView): Pixels | undefined {
  for (let offset = 2; offset + 9 <= view.byteLength;) {
    const marker = view.getUint8(offset + 1);
    if (view.getUint8(offset) !== 0xff) return undefined;
    if (startsFrame(marker))
      return { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) };
    // A mark may be preceded by any number of fill bytes.
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, except the three markers of tables. */
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
