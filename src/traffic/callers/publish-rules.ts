/** Rules about what a book needs before it is published (What the service does, States and transitions). */
import { type Asked, type Book, isCertain, knownField } from '../../monitor/index.ts';
import type { Call } from './call.ts';
import { type RuleResult, unless, withoutAny } from './caller-finding.ts';

/** Judges a publish by everything that is known of its book. */
export function judgePublish({ operation, asked }: Call): RuleResult[] {
  if (operation !== 'publishBook' || asked === undefined || !isCertain(asked.question)) return [];
  const { question, refusals } = asked;
  const { book } = question;
  const isFinal = knownField(book, 'isFinalVersion');
  return [
    ...(isFinal === undefined
      ? []
      : [
          unless(
            'caller.publishes-final-version',
            refusals.includes('publish.final-version-window'),
            {
              expected: '`isFinalVersion` true, since the publication date is near or past',
              actual: 'a publish with `isFinalVersion` false',
            },
          ),
        ]),
    ...judgeTracks(book, asked),
  ];
}

/** Each attached track of an audiobook has a chapter. */
function judgeTracks(book: Book, { question }: Asked): RuleResult[] {
  const { chapters } = book;
  if (knownField(book, 'format') !== 'audio' || chapters === undefined) return [];
  const tracks = (book.files?.certain ?? []).filter(
    (id) => question.world.files.get(id)?.role === 'audio_content',
  );
  const bare = tracks.filter((id) =>
    chapters.every((one) => one.every(({ fileId }) => fileId !== id)),
  );
  return [
    withoutAny(
      'caller.gives-each-track-a-chapter',
      bare.map((id) => `${id} without one`),
      'a chapter for each attached `audio_content` file',
    ),
  ];
}
