/** Drafts with texts in many scripts and lengths. */
import { readBookId } from '../../../src/harness/evidence/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import {
  type BookCreate,
  type Format,
  createMixedTexts,
  createMixedTitle,
} from '../../../src/harness/values/index.ts';
import { isAccepted } from './steps.ts';

export interface MixedDraft {
  readonly format: Format;
  /** Chooses which field has which text. */
  readonly turn: number;
  readonly fields?: Partial<BookCreate>;
}

/** Returns prices in one currency or, every second turn, in all three. */
function createPrices({ price }: BookCreate, turn: number): BookCreate['price'] {
  if (turn % 2 === 0) return price;
  return [...price, { currency: 'EUR', price: 8.2 }, { currency: 'GBP', price: 4 }];
}

/** Creates a draft with texts in many scripts, or a plain draft if the service refuses them. */
export async function createMixedDraft(
  t: Stage,
  { format, turn, fields = {} }: MixedDraft,
): Promise<Book> {
  const body = t.make.body(format);
  const title = `${body.title} ${createMixedTitle(turn)}`;
  const price = createPrices(body, turn);
  const mixedBody = { ...body, ...createMixedTexts(turn), title, price, ...fields };
  const response = await t.ask.create(mixedBody);
  if (!isAccepted(response)) return t.make.draft(format);
  const externalId = mixedBody.externalId ?? '';
  return { id: readBookId(response), format, body: mixedBody, externalId };
}
