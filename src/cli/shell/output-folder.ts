/** The files of a command: read with a plain message, checked before the work starts, and never half written. */
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CannotDo, messageOf, WrongUsage } from './exits.ts';

/**
 * Creates a folder before the first request, so that a mistake does not show after the last.
 * @param option how the user named it, such as `--out`
 * @throws WrongUsage when it cannot be written to
 */
export async function prepareFolder(folder: string, option = '--out'): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch {
    throw new WrongUsage(`${option} ${folder}: bookdist cannot write to this folder.`);
  }
}

/** Does the same for a file that does not exist yet. */
export async function prepareFile(file: string, option: string): Promise<void> {
  await prepareFolder(dirname(file), option);
}

/**
 * Writes a record as JSON for people and programs.
 * @throws CannotDo when the file system refuses
 */
export async function writeRecord(file: string, record: unknown): Promise<void> {
  await writeText(file, `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Writes a temporary file and renames it, so that a reader sees the old text or the new one.
 * @throws CannotDo when the file system refuses; the old file stays
 */
export async function writeText(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  const draft = join(folder, `.${basename(file)}.${process.pid}.part`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw new CannotDo(`${file} could not be written: ${messageOf(error)}.`);
  }
}

/**
 * Reads the file that an option names.
 * @throws CannotDo naming the option, such as `--key-file`
 */
export async function readOptionFile(option: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new CannotDo(`${option} cannot be read: ${messageOf(error)}`);
  });
}
