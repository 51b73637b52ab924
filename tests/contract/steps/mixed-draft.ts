/** Drafts with text of every kind. */
import { readBookId } from '../../../src/harness/evidence/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import {
  type BookCreate,
  type Format,
  mixedTexts,
  mixedTitle,
} from '../../../src/harness/values/index.ts';
import { isAccepted } from './steps.ts';

export interface MixedDraft {
  readonly format: Format;
  /** Chooses which field has which kind of text. */
  readonly turn: number;
  readonly fields?: Partial<BookCreate>;
}

/** Prices in one currency, or in every currency. */
function createPrices({ price }: BookCreate, turn: number): BookCreate['price'] {
  if (turn % 2 === 0) return price;
  return [...price, { currency: 'EUR', price: 8.2 }, { currency: 'GBP', price: 4 }];
}

/** Creates a draft with text of every kind, or a plain one if the service refuses that. */
export async function createMixedDraft(
  t: Stage,
  { format, turn, fields = {} }: MixedDraft,
): Promise<Book> {
  const body = t.make.body(format);
  const title = `${body.title} ${mixedTitle(turn)}`;
  const price = createPrices(body, turn);
  const sent = { ...body, ...mixedTexts(turn), title, price, ...fields };
  const answer = await t.ask.create(sent);
  if (!isAccepted(answer)) return t.make.draft(format);
  return { id: readBookId(answer), format, sent, externalId: sent.externalId ?? '' };
}
