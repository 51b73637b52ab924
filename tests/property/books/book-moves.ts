/** The edits a history is made of, each with what it makes of the model of the book. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { blame, type Exchange } from '../../../src/harness/evidence/index.ts';
import type { StatedId } from '../../../src/contract/requirements.ts';
import type { Move } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { attachOf, grantOf } from '../../contract/steps/index.ts';
import { agree } from './book-agreement.ts';
import {
  anyStatus,
  draft,
  isDraft,
  missingRole,
  type BookModel,
  type Statuses,
} from './book-model.ts';
import { chaptersOf } from '../chapters/index.ts';

export type BookMove = Move<BookModel>;

interface Described {
  readonly says: string;
  /** What a wrong status, and a wrong field, are blamed on after it. */
  readonly status: StatedId;
  readonly fields: StatedId;
  readonly when: (model: Readonly<BookModel>) => boolean;
  readonly go: (model: BookModel, t: Stage) => Promise<void>;
}

/** A move, followed by a look at the book from all sides. */
export function move({ says, status, fields, when, go }: Described): BookMove {
  return {
    check: (model) => !model.gone && when(model),
    run: async (model, t) => {
      await go(model, t);
      await agree(model, t, { status, fields });
    },
    toString: () => says,
  };
}

const always = (): boolean => true;

/** What is known once the flag of a final version may have been reset. */
export function withoutFlag(fields: BookModel['fields']): BookModel['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'isFinalVersion'));
}

/** Whether an edit was taken. A draft takes edits; whether a book under way does is open. */
function taken(model: BookModel, t: Stage, answer: Exchange): boolean {
  if (!isDraft(model) && answer.status >= 400 && answer.status < 500) {
    // A review may have ended just now, which is why it was refused a moment ago.
    model.statuses = anyStatus;
    return false;
  }
  t.need.accepted(answer);
  return true;
}

/** Whether an edit that changes nothing counts as one is open. */
function afterEdit(model: BookModel, changes: boolean): Statuses {
  return changes || isDraft(model) ? draft : anyStatus;
}

function change(says: string, fields: Readonly<Record<string, unknown>>): BookMove {
  return move({
    says,
    status: 'update.returns-to-draft',
    fields: 'update.keeps-the-rest',
    when: always,
    go: async (model, t) => {
      const path = `/books/${model.id}`;
      if (!taken(model, t, await t.wire({ method: 'PATCH', path, json: fields }))) return;
      const moves = Object.entries(fields).some(
        ([name, value]) => name in model.fields && model.fields[name] !== value,
      );
      model.statuses = afterEdit(model, moves);
      // What becomes of the flag of a final version when something else is edited is open.
      model.fields = { ...withoutFlag(model.fields), ...fields };
    },
  });
}

const words = fc.constantFrom('Salt', 'Harbour', 'Nine lamps', 'Tide');

export const changes: fc.Arbitrary<BookMove> = fc.oneof(
  words.map((subtitle) => change(`subtitle ${subtitle}`, { subtitle })),
  words.map((description) => change(`description ${description}`, { description })),
  fc.boolean().map((isFinalVersion) => change(`final ${isFinalVersion}`, { isFinalVersion })),
  words.map((word) =>
    change(`subtitle and description ${word}`, { subtitle: word, description: word }),
  ),
);

/** Refused on purpose: nothing of it may stay. */
export const badChange: BookMove = move({
  says: 'a bad ISBN (refused)',
  status: 'update.refused-changes-nothing',
  fields: 'update.refused-changes-nothing',
  when: always,
  go: async (model, t) => {
    const json = { isbn: '9780306406158' };
    const answer = await t.wire({ method: 'PATCH', path: `/books/${model.id}`, json });
    t.need.that(answer.status >= 400 && answer.status < 500, 'a bad ISBN was not refused');
    // Whether even a refused edit takes a book back to draft is open.
    if (!isDraft(model)) model.statuses = anyStatus;
  },
});

/** URL, bytes and attach of a file the book lacks. */
export const file: BookMove = move({
  says: 'attach a missing file',
  status: 'attach.returns-to-draft',
  fields: 'update.keeps-the-rest',
  when: (model) => isDraft(model) && missingRole(model) !== undefined,
  go: async (model, t) => {
    const role = missingRole(model);
    if (role === undefined) return;
    const grant = await grantOf(t, model, t.make.sample(role));
    t.need.accepted(await t.ask.put(grant.url, grant.file.bytes, grant.file.contentType));
    t.need.accepted(await attachOf(t, model, grant));
    model.files = [...model.files, grant];
    model.statuses = draft;
    model.fields = withoutFlag(model.fields);
    // Whether a new track shows among the chapters is open.
    if (role === 'audio_content') model.chapters = undefined;
  },
});

/** Only asking: a draft stays one, and a book under way stays on its way. */
export const url: BookMove = move({
  says: 'ask for an upload URL',
  status: 'upload.keeps-status',
  fields: 'update.keeps-the-rest',
  when: always,
  go: async (model, t) => {
    const role = model.format === 'ebook' ? 'ebook_cover' : 'audio_cover';
    const { filename, hashSha256 } = t.make.sample(role);
    // A service may refuse it once the book is published; then, too, nothing changes.
    await t.ask.requestUploads(model.id, [{ referenceId: 'one', role, filename, hashSha256 }]);
  },
});

/** All tracks, once each, in new words: allowed whatever becomes of chapters left out. */
export const chapters: fc.Arbitrary<BookMove> = words.map((word) =>
  move({
    says: `chapters called ${word}`,
    status: 'update.returns-to-draft',
    fields: 'update.keeps-the-rest',
    when: ({ files }) => files.some((one) => one.file.role === 'audio_content'),
    go: async (model, t) => {
      const tracks = model.files.filter((one) => one.file.role === 'audio_content');
      const sent = tracks.map(({ fileId }, index) => ({
        fileId,
        sequence: index + 1,
        title: `${word} ${index + 1}`,
      }));
      if (!taken(model, t, await t.ask.update(model.id, { chapters: sent }))) return;
      const moves = model.chapters !== undefined && !isDeepStrictEqual(model.chapters, sent);
      model.statuses = afterEdit(model, moves);
      model.chapters = sent;
      model.fields = withoutFlag(model.fields);
      const shown = await chaptersOf(t, model.id);
      blame('chapters.read-back', () =>
        t.expect.equal(
          shown.map(({ fileId, sequence, title }) => ({ fileId, sequence, title })),
          sent,
          'chapters as they were set',
        ),
      );
    },
  }),
);
