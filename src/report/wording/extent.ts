/** Says in words to which requests a fault is confined. */
import type { Dimension } from '../../monitor/index.ts';
import type { ExtentRow } from '../record/index.ts';

/** Sentences in which the values of a dimension take the place of `…`. */
const phrases: Readonly<Record<Dimension, string>> = {
  operation: 'in …',
  format: 'for the format …',
  status: 'while the book is …',
  turn: 'in the … call of the operation for a book',
  position: 'on the … page of a list',
  items: 'with … entries',
  text: 'with … text',
  perPage: 'with a page size that is …',
  page: 'with a page number that is …',
  sequence: 'with a highest chapter number that is …',
  parameters: 'with … parameters',
  validity: 'for requests that …',
  id: 'for an id that is …',
  key: 'with a key that is …',
  date: 'with a publication date that is …',
  finalVersion: 'for final versions: …',
  fields: 'with … fields',
  role: 'for the file role …',
};

/** Returns the condition, such as `for the format audio`. */
export function describeExtent({ dimension, values }: ExtentRow): string {
  const words = values.map((value) =>
    dimension === 'role' ? value : value.replaceAll(/[-_]/g, ' '),
  );
  const phrase = isDimension(dimension) ? phrases[dimension] : `with ${dimension} …`;
  return phrase.replace('…', words.join(' or '));
}

function isDimension(name: string): name is Dimension {
  return Object.hasOwn(phrases, name);
}
