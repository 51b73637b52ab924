/** SHA256SUMS of a folder, in the format that `sha256sum --check` reads. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file that holds the checksums of all others. */
export const sumsFile = 'SHA256SUMS';

/** Writes a line for each file, in alphabetical order. */
export async function checksumsOf(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file !== sumsFile).sort();
  const lines = await Promise.all(
    files.map(async (file) => `${await checksum(join(folder, file))}  ${file}\n`),
  );
  return lines.join('');
}

/** Returns a sentence for each missing, changed or unlisted file of a folder. */
export async function wrongFiles(folder: string): Promise<string[]> {
  const listed = await readFile(join(folder, sumsFile), 'utf8');
  const [expected, actual] = [sumsIn(listed), sumsIn(await checksumsOf(folder))];
  const names = [...new Set([...expected.keys(), ...actual.keys()])].sort();
  const wrong = names.flatMap((name) => {
    if (!actual.has(name)) return [`${name} is missing.`];
    if (!expected.has(name)) return [`${name} is not listed in ${sumsFile}.`];
    return expected.get(name) === actual.get(name) ? [] : [`${name} has changed.`];
  });
  if (wrong.length > 0 || listed === (await checksumsOf(folder))) return wrong;
  return [`${sumsFile} has changed.`];
}

function sumsIn(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

async function checksum(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
