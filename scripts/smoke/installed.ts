/** Looks at what an installation put into node_modules. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The direct dependencies of an installed package, as its manifest names them. */
export function dependenciesOf(home: string, name: string): string[] {
  const file = readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8');
  const manifest: unknown = JSON.parse(file);
  const wanted = ['dependencies', 'peerDependencies', 'optionalDependencies'];
  return wanted.flatMap((key) => {
    const named: unknown = Reflect.get(Object(manifest), key);
    return typeof named === 'object' && named !== null ? Object.keys(named) : [];
  });
}

/** How many files and bytes there are below a folder. */
export function filesOf(folder: string): { files: number; bytes: number } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const stats = names.map((name) => statSync(join(folder, name))).filter((stat) => stat.isFile());
  return { files: stats.length, bytes: stats.reduce((sum, { size }) => sum + size, 0) };
}
