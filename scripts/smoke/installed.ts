/** Inspects an installation in node_modules. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the direct dependencies in the manifest of an installed package. */
export function dependenciesOf(home: string, name: string): string[] {
  const file = readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8');
  const manifest: unknown = JSON.parse(file);
  const wanted = ['dependencies', 'peerDependencies', 'optionalDependencies'];
  return wanted.flatMap((key) => {
    const named: unknown = Reflect.get(Object(manifest), key);
    return typeof named === 'object' && named !== null ? Object.keys(named) : [];
  });
}

/** Returns the number of files and bytes below a folder. */
export function filesOf(folder: string): { files: number; bytes: number } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const stats = names.map((name) => statSync(join(folder, name))).filter((stat) => stat.isFile());
  return { files: stats.length, bytes: stats.reduce((sum, { size }) => sum + size, 0) };
}
