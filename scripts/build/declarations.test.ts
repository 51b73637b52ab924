/** Tests which paths of a declaration are rewritten. */
import { expect, it } from 'vitest';
import { namedJavaScript } from './declarations.ts';

it.each([
  [`import type { A } from './a.ts';`, `import type { A } from './a.js';`],
  [`export * from "../b/a.ts";`, `export * from "../b/a.js";`],
  [`type A = import('./a.ts').A;`, `type A = import('./a.js').A;`],
  [`import './a.ts';`, `import './a.js';`],
  [`import { z } from 'z.ts';`, `import { z } from 'z.ts';`],
  [`/** See ./a.ts */`, `/** See ./a.ts */`],
])('%s becomes %s', (before, after) => {
  expect(namedJavaScript(before)).toBe(after);
});
