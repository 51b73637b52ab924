/** The life of one book, as histories of calls that a model follows (States and transitions). */
import { check, forAllHistories, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { agree } from './book-agreement.ts';
import { grantsOf } from './book-files.ts';
import { draft, type BookModel } from './book-model.ts';
import { withoutFlag } from './book-moves.ts';
import { allMoves, draftMoves } from './book-releases.ts';

/** A fresh draft and what is known of it. */
async function begin(t: Stage, format: BookModel['format']): Promise<BookModel> {
  const { id, externalId, sent } = await t.make.draft(format, { subtitle: 'At first' });
  const { title, description, publicationDate, subtitle } = sent;
  const model: BookModel = {
    id,
    externalId,
    format,
    statuses: draft,
    fields: { title, subtitle, description, publicationDate, isFinalVersion: false },
    files: [],
    chapters: undefined,
    gone: false,
  };
  await agree(model, t, { status: 'create.draft', fields: 'create.reads-back' });
  return model;
}

/** A book that has all it needs, so that a short history may publish it. */
async function complete(t: Stage, format: BookModel['format']): Promise<BookModel> {
  const model = await begin(t, format);
  model.files = await grantsOf(t, model);
  const tracks = model.files.filter(({ file }) => file.role === 'audio_content');
  if (tracks.length === 0) return model;
  const chapters = tracks.map(({ fileId }) => ({ fileId, sequence: 1, title: 'One' }));
  t.need.accepted(await t.ask.update(model.id, { chapters }));
  model.chapters = chapters;
  model.fields = withoutFlag(model.fields);
  return model;
}

export const bookLife = section('The life of a book', [
  check(
    'status.changed-only-by',
    {
      'keeps a draft as its history leaves it': forAllHistories({
        moves: draftMoves,
        begin: async (t) => begin(t, 'audio'),
        length: 8,
        runs: 1,
      }),
    },
    { needs: ['write', 'delete'] },
  ),
  check(
    'status.changed-only-by',
    {
      'moves an ebook only as its history says': forAllHistories({
        moves: allMoves,
        begin: async (t) => complete(t, 'ebook'),
        length: 6,
        runs: 4,
      }),
      'moves an audiobook only as its history says': forAllHistories({
        moves: allMoves,
        begin: async (t) => complete(t, 'audio'),
        length: 6,
        runs: 3,
      }),
    },
    { needs: ['write', 'publish'] },
  ),
]);
