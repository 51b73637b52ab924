/** Words for made-up titles, names and subjects. */
import type { Contributor } from '../book/index.ts';
import type { Dice } from './dice.ts';

const adjectives =
  listOf(`Quiet, Broken, Last, Golden, Hidden, Northern, Paper, Salt, Winter, Distant, Borrowed,
  Seventh, Hollow, Crooked, Bright, Lost, Slow, Iron, Green, Second`);
const nouns =
  listOf(`Harbour, Orchard, Road, Letter, Garden, Lighthouse, River, Map, Season, Bridge, Kingdom,
  Winter, Library, Island, Mirror, Train, Recipe, Archive, Tide, Compass, Village, Clock,
  Field, Shore`);
const places =
  listOf(`Lisbon, the Moor, Aberdeen, the Valley, Trieste, the Coast, Prague, the North, Bruges,
  the Hill`);
const given =
  listOf(`Ines, Marta, Jonas, Aoife, Tomas, Elif, Ruth, Samuel, Noor, Clara, Henrik, Lucia, Peter,
  Amara, Leon, Greta`);
const family =
  listOf(`Aldana, Brandt, Carey, Dufour, Eriksen, Ferrante, Grey, Hassan, Ivanova, Jansen, Keller,
  Lindqvist, Moreau, Novak, Okafor, Petrov`);
const subjects =
  listOf(`FIC014000, FIC022000, FIC027000, HIS010000, BIO026000, CKB000000, TRV009000, JUV001000,
  SCI000000, POE000000`);
const sentences = [
  'A family keeps a secret for three generations.',
  'A journey begins with a letter that was never sent.',
  'What the sea takes, the town remembers.',
  'An old recipe changes a new life.',
  'Two strangers share one winter and one stove.',
  'The archive was closed for a reason.',
] as const;

/** Returns the parts of a text between its commas. */
function listOf(text: string): readonly [string, ...string[]] {
  const [first = '', ...others] = text.split(/,\s+/);
  return [first, ...others];
}

export function titleFor(dice: Dice): string {
  const [one, two] = [dice.pick(adjectives), dice.pick(nouns)];
  const titles = {
    plain: `The ${one} ${two}`,
    place: `${two} of ${dice.pick(places)}`,
    pair: `The ${dice.pick(nouns)} and the ${two}`,
    volume: `${one} ${two}, Volume ${1 + dice.below(9)}`,
  };
  return titles[dice.weighted({ plain: 5, place: 3, pair: 2, volume: 1 })];
}

export function blurb(dice: Dice): string {
  return [dice.pick(sentences), dice.pick(sentences), dice.pick(sentences)].join(' ');
}

export function subjectFor(dice: Dice): readonly string[] {
  return dice.chance(0.3) ? [dice.pick(subjects), dice.pick(subjects)] : [dice.pick(subjects)];
}

export function contributorsFor(format: string, dice: Dice): readonly Contributor[] {
  const person = (role: string): Contributor => ({
    firstName: dice.pick(given),
    lastName: dice.pick(family),
    role,
  });
  return [
    person('Author'),
    ...(dice.chance(0.15) ? [person('Editor')] : []),
    ...(format === 'audio' ? [person('Narrated by')] : []),
  ];
}
