/** Makes declarations import what is published: the compiler rewrites `.ts` in code, but not in `.d.ts`. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A relative import, export or `import()` type that still names TypeScript. */
const source = /((?:\bfrom|\bimport)\s*\(?\s*['"]\.{1,2}\/[^'"]*)\.ts(['"])/g;

/** The text of a declaration with its relative imports ending in `.js`. */
export function namedJavaScript(declaration: string): string {
  return declaration.replaceAll(source, '$1.js$2');
}

/** Rewrites every declaration below a folder. Returns how many there are. */
export function nameJavaScript(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const declarations = files.filter((file) => file.endsWith('.d.ts'));
  for (const file of declarations) {
    const path = join(folder, file);
    writeFileSync(path, namedJavaScript(readFileSync(path, 'utf8')));
  }
  return declarations.length;
}
