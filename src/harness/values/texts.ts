/** Sample text of every kind that services tend to treat differently. */
import type { Situation } from '../../monitor/index.ts';

/** A kind of text that every service has to keep as it was sent. */
export type TextKind = Exclude<NonNullable<Situation['text']>, 'empty' | 'long'>;

const samples: Readonly<Record<TextKind, readonly string[]>> = {
  ascii: ['The harbour at night', 'Tide tables', 'Okafor'],
  accented: ['Überfahrt nach Malmö', 'Çà et là', 'Núñez'],
  'beyond-bmp': ['𝔗𝔥𝔢 ship 🚢 sails', '📚 𝒮hore', 'Lee𠮷'],
  'right-to-left': ['ספר הים הגדול', 'كتاب البحر', 'כהן'],
};

export const textKinds: readonly TextKind[] = ['ascii', 'accented', 'beyond-bmp', 'right-to-left'];

/** A text of a kind: `index` 0 is a title, 1 a subtitle, 2 a name. */
export function sampleText(kind: TextKind, index: 0 | 1 | 2): string {
  return samples[kind][index] ?? '';
}
