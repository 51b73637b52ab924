/** The journal as a file of lines, for runtimes that have a file system. */
import { builtin, type NodeFile } from './upload-builtin.ts';
import { noteIn, type UploadJournal } from './upload-journal.ts';

export { journalOf } from './upload-journal.ts';

/** A journal at a path, or one of the caller's own. */
export function openJournal(given: UploadJournal | string | URL): UploadJournal {
  return given instanceof URL || typeof given === 'string' ? fileJournal(given) : given;
}

/**
 * Keeps the journal of uploads in a file, one line of JSON a note. The file is made when it is missing, may
 * serve any number of books, and may be deleted whenever no upload has to be resumed: it holds ids, names
 * and hashes, no URL and no key.
 *
 * @throws TypeError where there is no file system
 * @example
 * await distribution.books.upload(id, files, { journal: fileJournal('upload.journal') });
 */
export function fileJournal(path: string | URL): UploadJournal {
  const files = builtin('node:fs/promises');
  if (files === undefined) {
    throw new TypeError(
      'A journal at a path needs a file system. Give an UploadJournal of your own.',
    );
  }
  const opened = async <Result>(use: (file: NodeFile) => Promise<Result>): Promise<Result> => {
    const file = await files.open(path, 'a+');
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  };
  return {
    read: () =>
      opened(async (file) => {
        const lines = (await file.readFile('utf8')).split('\n');
        return lines.map(noteIn).filter((note) => note !== undefined);
      }),
    note: (note) =>
      opened(async (file) => {
        // The line break first: a line that a crash cut short then swallows no other.
        await file.appendFile(`\n${JSON.stringify(note)}`);
        await file.datasync();
      }),
  };
}
