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

/** How many bytes lie below node_modules, and which packages. */
export function filesOf(modules: string): { bytes: number; packages: string[] } {
  const names = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  const bytes = names
    .map((name) => statSync(join(modules, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
  const packages = readdirSync(modules).filter((name) => !name.startsWith('.'));
  return { bytes, packages };
}
