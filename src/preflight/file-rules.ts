/** Checks files against the document's guidance for their roles. */
import { kindFitsRole } from '../rules/kind-fits-role.ts';
import { missedByCover } from '../rules/large-cover.ts';
import type { BeginningOfFile } from './beginnings.ts';
import { fileKind } from '../rules/file-kind.ts';
import type { Finding, Scene } from './finding.ts';
import { imageSize } from './image-size.ts';

const guidance = {
  ebook_content: 'files.ebook-content',
  ebook_cover: 'files.ebook-cover',
  audio_content: 'files.audio-content',
  audio_cover: 'files.audio-cover',
  pod_content: 'files.print-interior',
  pod_cover: 'files.print-cover',
} as const;

/** Known for something else is an error, though the document only guides; known for nothing may be right. */
export async function fileKinds({ beginnings }: Scene): Promise<readonly Finding[]> {
  return (await beginnings()).flatMap((file) => {
    if (file.bytes === undefined) return [];
    const kind = fileKind(file.bytes);
    if (kind !== undefined && kindFitsRole(kind, file.role)) return [];
    return kind === undefined
      ? [advice(file, 'bytes of an unknown file type')]
      : [{ ...advice(file, `a file of the kind ${kind}`), severity: 'error' }];
  });
}

export async function imageSizes({ beginnings }: Scene): Promise<readonly Finding[]> {
  return (await beginnings()).flatMap((file) => {
    const size = file.bytes && imageSize(file.bytes);
    const missed = size && missedByCover(file.role, size);
    if (missed === undefined) return [];
    return [advice(file, `${size?.width} x ${size?.height} px; ${missed} is recommended`)];
  });
}

function advice({ role, pointer }: BeginningOfFile, received: string): Finding {
  return { requirement: guidance[role], severity: 'warning', pointer, received };
}
