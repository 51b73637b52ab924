/** Tests that `report check` derives the verdicts of a bundle again, and notices every changed byte. */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createFolder } from '../../../tests/support/fixtures.ts';
import { driftingRun, runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { listChecksums } from './bundle.ts';

const folder = createFolder();
const bundle = join(folder, 'bundle');
const check = async (path: string) => runCommandLine(['report', 'check', path]);

beforeAll(async () => {
  const run = join(folder, 'run');
  expect((await runCommandLine([...driftingRun, '--out', run])).out).toContain('DRIFT');
  const packing = await runCommandLine(['report', 'bundle', run, '--out', bundle]);
  expect(packing.code).toBe(0);
});

async function copyWithChange(file: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const copy = createFolder();
  await cp(bundle, copy, { recursive: true });
  await writeFile(join(copy, file), change(await readFile(join(copy, file))));
  return copy;
}

it('derives equal verdicts again', async () => {
  const { code, out } = await check(bundle);
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
    const { code, err } = await check(copy);
    expect([file, code]).toEqual([file, 1]);
    if (file !== 'SHA256SUMS') expect(err).toContain(`${file} has changed.`);
  }
});

it('rejects verdicts that the exchanges do not support, even with correct checksums', async () => {
  const copy = await copyWithChange('verdicts.json', (bytes) =>
    Buffer.from(bytes.toString('utf8').replace(/: "conforms"/, ': "drifts"')),
  );
  await writeFile(join(copy, 'SHA256SUMS'), await listChecksums(copy));
  const { code, err } = await check(copy);
  expect(code).toBe(1);
  expect(err).toContain('the bundle says "drifts", the exchanges show conforms.');
});

it('rejects a folder that is not a bundle', async () => {
  const { code, err } = await check(tmpdir());
  expect([code, err]).toEqual([2, expect.stringContaining('is not a bundle')]);
});
