/** Builds what is published: the toolkit in dist/, and the client as a separate package in dist/client/. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import toolkit from '../package.json' with { type: 'json' };
import { buildClientPackage } from './build/client-package.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Compiles one project. Errors go to the terminal and stop the build. */
function compile(project: string): void {
  const tsc = `${root}node_modules/typescript-native/bin/tsc`;
  const { status } = spawnSync(process.execPath, [tsc, '-p', `${root}${project}`], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${project} does not compile.`);
}

rmSync(`${root}dist`, { recursive: true, force: true });

compile('tsconfig.build.json');
// The compiler does not copy schemas, styles and scripts of pages.
cpSync(`${root}src`, `${root}dist/src`, {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || !/\.tsx?$|README\.md$/.test(path),
});
cpSync(`${root}openapi`, `${root}dist/openapi`, { recursive: true });
chmodSync(`${root}dist/src/cli/main.js`, 0o755);

// Last, because build/stale.ts reads the time of the build from one of these files.
const files = await buildClientPackage(root, `${root}dist/client`, toolkit);
console.log(`built ${toolkit.version}: dist, dist/client (${files} files)`);
