/** Prepares a folder with the packed client and the program that every runtime runs, and a sandbox. */
import { build, type BuildOptions } from 'esbuild';
import { cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveSandbox } from '../../src/sandbox/index.ts';
import { runCommand, installPackages } from '../smoke/command.ts';

export interface Home {
  readonly folder: string;
  /** The sandbox, with CORS. */
  readonly baseUrl: string;
  /** A file to upload. */
  readonly path: string;
  /** Bundles the program and the client into one file; throws if it needs a module of Node. */
  readonly bundle: (options: BuildOptions) => Promise<string>;
  readonly close: () => Promise<void>;
}

const program = fileURLToPath(new URL('./program.ts', import.meta.url));
const builtClient = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** Packs the built client and installs it in an empty folder; starts the sandbox. */
export async function createHome(): Promise<Home> {
  if (!existsSync(join(builtClient, 'package.json'))) {
    throw new Error('The client is not built. Run npm run build first.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'bookdist-runtimes-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "runtimes", "type": "module" }\n');
  const { out } = await runCommand(folder, 'npm', ['pack', builtClient, '--loglevel=error']);
  await installPackages(folder, join(folder, out.trim()));
  // Next to the installed client, so that the import resolves to it.
  cpSync(program, join(folder, 'program.ts'));
  const path = join(folder, 'one.mp3');
  writeFileSync(path, 'the sound of the sea');
  const sandbox = await serveSandbox({ cors: ['*'] });
  return {
    folder,
    baseUrl: sandbox.url,
    path,
    bundle: (options) => bundle(folder, options),
    close: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function bundle(folder: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'program.ts')],
    bundle: true,
    write: false,
    target: 'es2022',
    logLevel: 'silent',
    ...options,
  });
  const [file] = outputFiles ?? [];
  if (file === undefined) throw new Error('The bundler wrote nothing.');
  return file.text;
}
