/** Asks for upload URLs and attaches files, also where the answer to an attach was lost. */
import type { UploadedFile } from './attaching-files.ts';
import type { UploadDescriptor } from './book.ts';
import { loadedAfter } from './later.ts';
import type { Answered, Begun, Line } from './line.ts';
import { noContent } from './no-content.ts';
import { uploadGrants, type UploadGrant } from './upload-grants.ts';

interface Requesting {
  readonly id: string;
  readonly files: readonly UploadDescriptor[];
  readonly call: Begun;
}

export async function requestUploads(
  { ask }: Line,
  { id, files, call }: Requesting,
): Promise<Answered<readonly UploadGrant[]>> {
  const path = { bookPublicId: id };
  const as = uploadGrants(files);
  return ask({ operation: 'requestUploads', path, body: [...files], as, call });
}

interface Attaching {
  readonly id: string;
  readonly file: UploadedFile;
  readonly call: Begun;
}

/** Attaching twice is as good as once; but the second request may be refused because the first one worked. */
export async function attachOnce(
  line: Line,
  { id, file, call }: Attaching,
): Promise<Answered<void>> {
  const { fileId, ...body } = file;
  const trace = { attempts: 0, unclear: false };
  const path = { bookPublicId: id, fileId };
  try {
    const asked = { operation: 'attachFile', path, body, as: noContent, call, trace } as const;
    return { ...(await line.ask(asked)), data: undefined };
  } catch (error) {
    if (!trace.unclear) throw error;
    const { attachedBefore } = await loadedAfter(error, import('./attached-before.ts'));
    return attachedBefore(line, { id, fileId, call, trace }, error);
  }
}
