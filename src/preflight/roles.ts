/** Checks that the roles of files belong to the format of their book. */
import { roleFitsFormat } from '../rules/role-fits-format.ts';
import type { Finding, Scene } from './finding.ts';

const formats = ['ebook', 'audio', 'print'];

/** Where the format is not known, the roles of one call must at least belong to one. */
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
