/** Renders the contract with Redocly and seals the page: nothing in it leads out of the file. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contractForReaders } from '../../docs/contract-for-readers.ts';
import { plainContract, readerParts, startLate } from '../../docs/page/index.ts';
import { prepareFile, runProgram, type Shell, writeText, WrongUsage } from '../shell/index.ts';
import { sealed } from './sealed-page.ts';

export interface DocsFlags {
  readonly out: string;
}

const installation = 'npm install --save-dev @redocly/cli@2.77.0';

/**
 * Writes the page.
 * @returns the exit code
 * @throws WrongUsage when Redocly, an optional peer, is not installed; says the line that installs it
 */
export async function writeDocs({ out }: DocsFlags, shell: Shell): Promise<number> {
  await prepareFile(out, '--out');
  const page = startLate(await renderPage());
  await writeText(out, page);
  shell.out(`${out}  ${(Buffer.byteLength(page) / 2 ** 20).toFixed(1)} MB, opens from disk\n`);
  return 0;
}

/**
 * Renders the contract as one HTML page that loads nothing, with its renderer uncompressed.
 * @throws WrongUsage when Redocly is not installed, CannotDo when it fails
 */
export async function renderPage(): Promise<string> {
  return sealed(await rendered(redoclyProgram()), { head: readerParts(), body: plainContract() });
}

/** The command of the installed @redocly/cli, found through its manifest. */
function redoclyProgram(): string {
  const near = createRequire(import.meta.url);
  try {
    const manifest = near.resolve('@redocly/cli/package.json');
    return join(dirname(manifest), 'bin/cli.js');
  } catch {
    throw new WrongUsage(`The page needs Redocly, which is not installed. ${installation}`);
  }
}

async function rendered(program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-docs-'));
  try {
    const config = join(folder, 'redocly.yaml');
    const contract = join(folder, 'contract.json');
    const page = join(folder, 'page.html');
    await writeFile(config, 'telemetry: off\n');
    await writeFile(contract, JSON.stringify(contractForReaders()));
    const args = [
      'build-docs',
      contract,
      '--inlineBundle',
      '--openapi.disableTelemetry=true',
      '--title=Book distribution service',
      `--config=${config}`,
      `--output=${page}`,
    ];
    await runProgram({ name: 'Redocly', file: program, args });
    return await readFile(page, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
