/** The chapters that were given with the files of a call: checked before it, and set after it. */
import { chaptersFromUploads } from './chapters-from-uploads.ts';
import type { UploadRun } from './upload-calls.ts';
import type { PlannedFile } from './upload-plan.ts';
import type { UploadResult } from './upload-result.ts';
import { slip } from './upload-slip.ts';

/** @throws TypeError for chapters that cannot all stand; see `planFor` */
export function checkChapters(plan: readonly PlannedFile[]): void {
  const places = new Map<number, number>();
  for (const { file, role, filename, chapter } of plan) {
    if (chapter === undefined) continue;
    const { sequence } = chapter;
    if (role !== 'audio_content') {
      throw slip(file, `(${filename}) has a chapter, which only audio_content has; came ${role}`);
    }
    if (!Number.isSafeInteger(sequence) || sequence < 1) {
      throw slip(file, `(${filename}) has the chapter sequence ${sequence}; it counts from 1`);
    }
    const other = places.get(sequence);
    if (other !== undefined) {
      throw slip(file, `has the chapter sequence ${sequence}, and so has files[${other}]`);
    }
    places.set(sequence, file);
  }
  const left = plan.find(({ role, chapter }) => role === 'audio_content' && chapter === undefined);
  if (left === undefined || places.size === 0) return;
  throw slip(
    left.file,
    `(${left.filename}) has no chapter, and other tracks have: each track is exactly one chapter`,
  );
}

/**
 * Sets them, all at once and only when all files are there: what becomes of chapters that an update does not
 * mention is not shown (document: Endpoints, note 2). A call that went through before is not made again: it
 * would turn a published book into a draft.
 */
export async function setChapters(
  files: UploadResult['files'],
  { bookId, calls, journal, options }: UploadRun,
): Promise<Pick<UploadResult, 'chapters' | 'chaptersError'>> {
  const chapters = chaptersFromUploads({ files });
  const note = { of: 'chapters', reached: 'set', value: JSON.stringify(chapters) } as const;
  try {
    if (journal.recall('chapters')?.value !== note.value) {
      await calls.update(bookId, { chapters }, options);
      await journal.note(note);
    }
    return { chapters, chaptersError: undefined };
  } catch (error) {
    return { chapters: [], chaptersError: error };
  }
}
