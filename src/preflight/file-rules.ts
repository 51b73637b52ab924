/** Checks that files fit the format of their book and the document's guidance for their roles. */
import { detectFileKind } from '../rules/file-kind.ts';
import { kindFitsRole } from '../rules/kind-fits-role.ts';
import { findMissedRecommendation, type Pixels } from '../rules/large-cover.ts';
import { roleFitsFormat } from '../rules/role-fits-format.ts';
import type { BeginningOfFile } from './beginnings.ts';
import type { Finding, Scene } from './finding.ts';

const guidance = {
  ebook_content: 'files.ebook-content',
  ebook_cover: 'files.ebook-cover',
  audio_content: 'files.audio-content',
  audio_cover: 'files.audio-cover',
  pod_content: 'files.print-interior',
  pod_cover: 'files.print-cover',
} as const;

/** A file of a known other type is an error, although the document only advises; an unknown type may be right. */
export async function fileKinds({ beginnings }: Scene): Promise<readonly Finding[]> {
  return (await beginnings()).flatMap((file) => {
    if (file.bytes === undefined) return [];
    const kind = detectFileKind(file.bytes);
    if (kind !== undefined && kindFitsRole(kind, file.role)) return [];
    return kind === undefined
      ? [advice(file, 'bytes of an unknown file type')]
      : [{ ...advice(file, `a file of the kind ${kind}`), severity: 'error' }];
  });
}

export async function imageSizes({ beginnings }: Scene): Promise<readonly Finding[]> {
  return (await beginnings()).flatMap((file) => {
    const size = file.bytes && imageSize(file.bytes);
    const missed = size && findMissedRecommendation(file.role, size);
    if (missed === undefined) return [];
    return [advice(file, `${size?.width} x ${size?.height} px; ${missed} is recommended`)];
  });
}

function advice({ role, pointer }: BeginningOfFile, received: string): Finding {
  return { requirement: guidance[role], severity: 'warning', pointer, received };
}

const formats = ['ebook', 'audio', 'print'];

/** If the format is not known, the roles of one call must at least belong to one. */
export function roles({ book, files = [] }: Scene): readonly Finding[] {
  const first = files[0]?.role ?? '';
  const format = book?.format ?? formats.find((each) => roleFitsFormat(first, each));
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
  for (let at = 2; at + 9 <= view.byteLength;) {
    const mark = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return undefined;
    if (beginsFrame(mark)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // A mark may be preceded by any number of fill bytes.
    at += mark === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, except the three markers of tables. */
function beginsFrame(mark: number): boolean {
  return mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
}
