/** A folder with the packed client installed and nothing else, and the program as each runtime takes it. */
import { build, type BuildOptions } from 'esbuild';
import { cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command, install } from '../smoke/command.ts';
import { openSandbox } from './open-to-pages.ts';

/** Where a runtime finds everything it is given. */
export interface Home {
  readonly folder: string;
  /** The sandbox, open to pages. */
  readonly baseUrl: string;
  /** A file to upload. */
  readonly path: string;
  /** The program with the installed client in one file; throws when it would need a module of Node. */
  readonly bundled: (options: BuildOptions) => Promise<string>;
  readonly close: () => Promise<void>;
}

const program = fileURLToPath(new URL('./program.ts', import.meta.url));
const built = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** Packs the built client and installs it in an empty folder; starts the sandbox. */
export async function makeHome(): Promise<Home> {
  if (!existsSync(join(built, 'package.json'))) {
    throw new Error('There is no built client: run npm run build first.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'bookdist-runtimes-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "runtimes", "type": "module" }\n');
  const { out } = await command(folder, 'npm', ['pack', built, '--loglevel=error']);
  await install(folder, join(folder, out.trim()));
  // Beside the installed client, which is what its import leads to there.
  cpSync(program, join(folder, 'program.ts'));
  const path = join(folder, 'one.mp3');
  writeFileSync(path, 'the sound of the sea');
  const sandbox = await openSandbox();
  return {
    folder,
    baseUrl: sandbox.url,
    path,
    bundled: (options) => bundled(folder, options),
    close: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function bundled(folder: string, options: BuildOptions): Promise<string> {
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
