/** Copies files that the compiler ignores, such as schemas and styles. */
import { cpSync, statSync } from 'node:fs';

/** Copies every file of a source folder except code and READMEs. */
export function copyAssets(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || !/\.ts$|README\.md$/.test(path),
  });
}
