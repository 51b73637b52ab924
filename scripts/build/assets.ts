/** Copies what the compiler leaves behind: schemas, styles and the like that code reads at run time. */
import { cpSync, statSync } from 'node:fs';

/** Copies every file of a source folder that is neither code nor a README. */
export function copyAssets(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || !/\.ts$|README\.md$/.test(path),
  });
}
