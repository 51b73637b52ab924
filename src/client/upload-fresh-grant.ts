/** Asks for the URL of one file, when it is about to be sent and not before. */
import type { AnnouncedFile } from './upload-announced.ts';
import type { UploadRun } from './upload-calls.ts';
import { Setback } from './upload-setback.ts';

/** Leave to send one file. */
export interface Grant {
  readonly id: string;
  readonly url: string;
  /** Milliseconds since 1970, by the service's clock. */
  readonly expiresAt: number | undefined;
}

/**
 * One file per request: the bare form of the answer names no file, so that in a list two grants could be
 * taken for each other; and a URL that waits for other files' bytes expires.
 *
 * @throws Setback when the service gives none
 * @see document: Endpoints, note 3
 */
export async function freshGrant(file: AnnouncedFile, run: UploadRun): Promise<Grant> {
  const { role, filename, sha256: hashSha256, opened } = file;
  const told = { file: file.file, filename, role, stage: 'grant', attempt: 0 } as const;
  run.tell({ ...told, bytes: 0, size: opened.size });
  const referenceId = `file-${file.file + 1}`;
  const grant = await grantFor({ referenceId, role, filename, hashSha256 }, run);
  if (grant === undefined || !URL.canParse(grant.url) || !/^https?:/i.test(grant.url)) {
    const why = 'the service gave no http or https address to send it to.';
    throw new Setback({ stage: 'grant', reason: 'service', why });
  }
  const expiresAt = Date.parse(grant.expiresAt ?? '');
  await run.journal.note({ of: markOf(file), reached: 'granted', value: grant.id });
  return {
    id: grant.id,
    url: grant.url,
    expiresAt: Number.isNaN(expiresAt) ? undefined : expiresAt,
  };
}

async function grantFor(
  descriptor: Parameters<UploadRun['calls']['requestUploads']>[1][number],
  { bookId, calls, options }: UploadRun,
) {
  try {
    const [grant] = await calls.requestUploads(bookId, [descriptor], options);
    return grant;
  } catch (error) {
    const why = 'the service gave no URL to send it to.';
    throw new Setback({ stage: 'grant', reason: 'service', why, cause: error });
  }
}

export function isOver({ expiresAt }: Grant, { calls }: UploadRun): boolean {
  return expiresAt !== undefined && calls.time.now() >= expiresAt;
}

/** By what a file is known to the journal: the same bytes under the same name and role. */
export function markOf({
  role,
  filename,
  sha256,
}: Pick<AnnouncedFile, 'role' | 'filename' | 'sha256'>): string {
  return JSON.stringify([role, filename, sha256]);
}
