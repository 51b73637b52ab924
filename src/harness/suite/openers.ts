/** Which cases open a run: those that show most for few requests, whatever section they stand in. */
import type { StatedId } from '../../contract/requirements.ts';
import type { Item, Section } from './check.ts';

/** A case by its requirement and its sentence. */
export type Opener = readonly [requirement: StatedId, sentence: string];

/** Marks the openers of a suite; the first of them is asked first. */
export function openedBy(
  openers: readonly Opener[],
  sections: readonly Section[],
): readonly Section[] {
  const marked = (item: Item): Item => {
    if (item.kind !== 'check') return item;
    const own = openers.flatMap(([requirement, sentence], place): [string, number][] =>
      requirement === item.requirement && sentence in item.cases ? [[sentence, place]] : [],
    );
    return own.length === 0 ? item : { ...item, openers: new Map(own) };
  };
  return sections.map(({ title, items }) => ({ title, items: items.map(marked) }));
}
