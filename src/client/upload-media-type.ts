/** With which media type the bytes of a file are sent. */
import type { FileRole } from './book.ts';

/** The endings of the formats the document asks for (document: Endpoints, File guidance). */
const byEnding: Readonly<Record<string, string>> = {
  epub: 'application/epub+zip',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  png: 'image/png',
};

/** The roles for which the document names one format alone. */
const byRole: Readonly<Partial<Record<FileRole, string>>> = {
  ebook_content: 'application/epub+zip',
  pod_content: 'application/pdf',
};

/** By the name's ending, then by the Blob's own word, then by the role; undefined when none of them tells. */
export function mediaTypeOf(file: {
  readonly filename: string;
  readonly role: FileRole;
  readonly ownType: string | undefined;
}): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(file.filename)?.[1]?.toLowerCase() ?? '';
  return byEnding[ending] ?? file.ownType ?? byRole[file.role];
}
