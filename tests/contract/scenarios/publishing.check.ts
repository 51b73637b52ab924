/** Books that may not be published yet, and the ways out of the shops. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { author, type Format, formats, narrator } from '../../../src/harness/values/index.ts';
import { accepted } from '../steps/index.ts';

const needs = ['read', 'write', 'publish'] as const;

/** An audiobook without chapters, then with them; then without its narrator, then with one again. */
const completesAudiobook: CaseBody = async (t) => {
  const book = await t.make.draft('audio');
  const track = await t.make.file(book, 'audio_content');
  await t.make.file(book, 'audio_cover');
  await t.ask.update(book.id, { isFinalVersion: true });
  await t.ask.publish(book.id);
  await t.ask.read(book.id);
  const chapters = [{ fileId: track.fileId, sequence: 1, title: 'One' }];
  await t.ask.update(book.id, { chapters });
  const removed = await t.ask.update(book.id, { contributor: [author] });
  if (accepted(removed)) await t.ask.publish(book.id);
  await t.ask.read(book.id);
  await t.ask.update(book.id, { contributor: [author, narrator] });
  await t.ask.publish(book.id);
  await t.ask.read(book.id);
};

/** Days from today that lie within the window of the final version, or in the past. */
const windowDays = [0, 12, -400];

/** Books that are not final, at every kind of date within the window, and then final. */
function holdsBack(format: Format, days: readonly number[]): CaseBody {
  return async (t) => {
    const { id } = await t.make.ready(format);
    for (const day of days) {
      await t.ask.update(id, { publicationDate: t.clock.day(day), isFinalVersion: false });
      await t.ask.publish(id);
    }
    await t.ask.read(id);
    await t.ask.update(id, { isFinalVersion: true });
    await t.ask.publish(id);
    await t.ask.read(id);
  };
}

/** Deletes a draft, and looks for it. */
function deletesDraft(format: Format): CaseBody {
  return async (t) => {
    const { id, externalId } = await t.make.draft(format);
    await t.ask.delete(id);
    await t.ask.read(id);
    await t.ask.lookUp(externalId);
  };
}

/** Deletes a published book, or withdraws it first if it has to. */
const deletesPublished: CaseBody = async (t) => {
  const { id } = await t.make.published('ebook');
  const first = await t.ask.delete(id);
  await t.ask.read(id);
  if (accepted(first)) return;
  await t.ask.unpublish(id);
  await t.ask.delete(id);
  await t.ask.read(id);
};

export const publishing = section('Into the shops and out of them', [
  check(
    'publish.chapters-present',
    { 'publishes an audiobook only with chapters and a narrator': completesAudiobook },
    { covers: ['publish.', 'chapters.', 'contributor.narrator'], needs, depth: 'quick' },
  ),
  check(
    'publish.final-version-window',
    { 'holds back an ebook near its date until it is final': holdsBack('ebook', windowDays) },
    { covers: ['publish.'], needs, depth: 'quick' },
  ),
  check(
    'publish.final-version-window',
    {
      'holds back a print book near its date until it is final': holdsBack('print', [5, -1]),
      'holds back an audiobook near its date until it is final': holdsBack('audio', [12, -40]),
    },
    { covers: ['publish.'], needs },
  ),
  check(
    'delete.deletes',
    Object.fromEntries(
      formats.map((format) => [`deletes a draft (${format})`, deletesDraft(format)]),
    ),
    { covers: ['delete.'], needs: ['write', 'delete'], depth: 'quick' },
  ),
  check(
    'delete.refused-409',
    { 'deletes a published book, or says why not': deletesPublished },
    { covers: ['delete.', 'unpublish.'], needs: [...needs, 'delete'], depth: 'quick' },
  ),
]);
