/** Tests that `report check` derives the verdicts of a bundle again, and notices every changed byte. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommandLine } from '../scenes/run-command-line.ts';
import { listChecksums } from './bundle.ts';

let folder = '';
let bundle = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-bundle-'));
  bundle = join(folder, 'bundle');
  const fault = ['--fault', 'update-drops-subtitle'];
  const run = await runCommandLine([
    'verify',
    '--only',
    'update',
    '--runs',
    '2',
    '--seed',
    '7',
    ...fault,
    '--out',
    join(folder, 'run'),
  ]);
  expect(run.out + run.err).toContain('DRIFT');
  const packing = await runCommandLine(['report', 'bundle', join(folder, 'run'), '--out', bundle]);
  expect(packing.code).toBe(0);
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

async function copyWithChange(file: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(bundle, copy, { recursive: true });
  await writeFile(join(copy, file), change(await readFile(join(copy, file))));
  return copy;
}

it('derives equal verdicts again', async () => {
  const { code, out } = await runCommandLine(['report', 'check', bundle]);
  expect(out).toMatch(
    /[1-9]\d* exchanges, [1-9]\d* verdicts, \d+ drifts\. Derived again, all equal\./,
  );
  expect(code).toBe(0);
});

it('rejects a bundle with one changed byte in any file, and names the file unless it is SHA256SUMS', async () => {
  for (const file of await readdir(bundle)) {
    const copy = await copyWithChange(file, (bytes) => {
      const position = Math.floor(bytes.length / 2);
      bytes[position] = (bytes[position] ?? 0) ^ 1;
      return bytes;
    });
    const { code, err } = await runCommandLine(['report', 'check', copy]);
    expect([file, code]).toEqual([file, 1]);
    if (file !== 'SHA256SUMS') expect(err).toContain(`${file} has changed.`);
  }
});

it('rejects verdicts that the exchanges do not support, even with correct checksums', async () => {
  const copy = await copyWithChange('verdicts.json', (bytes) =>
    Buffer.from(bytes.toString('utf8').replace(/: "conforms"/, ': "drifts"')),
  );
  await writeFile(join(copy, 'SHA256SUMS'), await listChecksums(copy));
  const { code, err } = await runCommandLine(['report', 'check', copy]);
  expect(code).toBe(1);
  expect(err).toContain('the bundle says "drifts", the exchanges show conforms.');
});

it('rejects a folder that is not a bundle', async () => {
  const { code, err } = await runCommandLine(['report', 'check', tmpdir()]);
  expect(code).toBe(2);
  expect(err).toContain('is not a bundle');
});
