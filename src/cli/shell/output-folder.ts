/** Reads and writes the files of a command, with plain error messages and without half-written files. */
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CannotDo, getErrorMessage, WrongUsage } from './run-program.ts';

/**
 * Creates a folder before the work starts, so that a mistake shows immediately.
 * @param option the option that names the folder, such as `--out`
 * @throws WrongUsage if bookdist cannot write to the folder
 */
export async function prepareFolder(folder: string, option = '--out'): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch {
    throw new WrongUsage(`${option} ${folder}: bookdist cannot write to this folder.`);
  }
}

/** Creates the folder of a file, like prepareFolder. */
export async function prepareFile(file: string, option: string): Promise<void> {
  await prepareFolder(dirname(file), option);
}

/**
 * Writes a record as formatted JSON.
 * @throws CannotDo if the file cannot be written
 */
export async function writeRecord(file: string, record: unknown): Promise<void> {
  await writeText(file, `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Writes a temporary file and renames it, so that a reader sees either the old or the new text.
 * @throws CannotDo if the file cannot be written; the old file then stays
 */
export async function writeText(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  const temporaryFile = join(folder, `.${basename(file)}.${process.pid}.part`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(temporaryFile, text);
    await rename(temporaryFile, file);
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw new CannotDo(`${file} could not be written: ${getErrorMessage(error)}.`);
  }
}

/**
 * Reads the file that an option names.
 * @throws CannotDo with the name of the option, such as `--key-file`
 */
export async function readOptionFile(option: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new CannotDo(`${option} cannot be read: ${getErrorMessage(error)}`);
  });
}
