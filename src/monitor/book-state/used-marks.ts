/** Remembers values that a service may refuse if they are sent again. */
import { externalIdMark, type Question, readSentFields } from '../grounds/index.ts';
import { toIsbnDigits, type World } from '../world/index.ts';

/** Returns the world with marks for the sent values that the service may refuse for another book. */
export function withUsedMarks(question: Question): World {
  const { world } = question;
  const fields = readSentFields(question);
  if (fields === undefined) return world;
  const { isbn, externalId, title } = fields;
  const marks = [
    ...(typeof title === 'string' ? [titleMark(title)] : []),
    ...(typeof isbn === 'string' ? [`isbn ${toIsbnDigits(isbn)}`] : []),
    ...(typeof externalId === 'string' ? [externalIdMark(externalId)] : []),
  ];
  return withMarks(world, marks);
}

export function withMarks(world: World, marks: readonly string[]): World {
  const usedMarks = world.usedMarks.merge(marks.map((mark) => [mark, true] as const));
  return { ...world, usedMarks };
}

export function withExternalId(
  { externalIds }: World,
  externalId: unknown,
  id: string,
): World['externalIds'] {
  if (typeof externalId !== 'string') return externalIds;
  const ids = externalIds.get(externalId) ?? [];
  return ids.includes(id) ? externalIds : externalIds.set(externalId, [...ids, id]);
}

/** Returns the mark of a used title. A service may take a create with the same title for a retry. */
export function titleMark(title: string): string {
  return `title ${title.trim().toLowerCase()}`;
}
