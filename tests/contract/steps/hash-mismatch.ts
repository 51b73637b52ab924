/** A file whose bytes are not those it was announced with, and what attaching it must be answered. */
import { type Exchange, isMessage, problemOf } from '../../../src/harness/evidence/index.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import { grantOf } from './steps.ts';

/** Uploads such a file. */
export async function mismatched(t: Stage, book: Book): Promise<GrantedFile> {
  const role = book.format === 'audio' ? 'audio_content' : 'ebook_cover';
  const grant = await grantOf(t, book, t.make.sample(role));
  const other = t.make.sample(role);
  t.need.accepted(await t.ask.put(grant.url, other.bytes, other.contentType));
  return grant;
}

/** 422 for certain where the refusal is a Problem; a message may come under other statuses too. */
export function expectMismatch(t: Stage, answer: Exchange): void {
  const bare = isMessage(answer.body) && problemOf(answer.body) === undefined;
  t.expect.refused(answer, bare ? [422, 400, 404] : [422], 'for bytes of another hash');
}
