/** Finds the requirements of the fields that a refusal names, and the grounds that it can be for. */
import type { StatedId } from '../../contract/requirements.ts';
import { type CompleteExpectation, type Ground, isMust } from './grounds.ts';

/** The requirement that a refusal breaks if it names the field although the value is documented. */
export const fieldRequirements = {
  language: 'book.language-either-case',
  copyright: 'book.copyright',
  saleTerritory: 'book.sale-territory',
  contributor: 'contributor.roles',
  price: 'price.currencies',
  audioDetails: 'audio-details.on-create-and-update',
} as const satisfies Readonly<Record<string, StatedId>>;

/** Returns the requirements of the fields that a refusal names. */
export function getRequirements(
  names: readonly string[],
  requirements: Readonly<Record<string, StatedId>>,
): readonly StatedId[] {
  return [...new Set(names.flatMap((name) => requirements[getFieldName(name)] ?? []))];
}

/** Returns the field that a name such as `price[0].currency` or `/price/0` is about. */
export function getFieldName(name: string): string {
  return name.split(/[./[\]]/).find(Boolean) ?? '';
}

/**
 * Returns the grounds that the refusal can be for. If it names some but not all of the sent fields, or a missing one,
 * then it is about these fields: the state of the book is not the reason if there is another one.
 */
export function narrowGrounds(
  names: readonly string[],
  { grounds, sentKeys }: CompleteExpectation,
): readonly Ground[] {
  const fields = names.map(getFieldName);
  const namedKeys = sentKeys.filter((key) => fields.includes(key));
  const missingFields = grounds
    .filter(isMust)
    .flatMap((ground) => ground.names)
    .filter((name) => fields.includes(name) && !sentKeys.includes(name));
  const isAboutFields =
    namedKeys.length > 0 ? namedKeys.length < sentKeys.length : missingFields.length > 0;
  if (!isAboutFields) return grounds;
  const fieldGrounds = grounds.filter((ground) => isMust(ground) || ground.byState !== true);
  return fieldGrounds.length > 0 ? fieldGrounds : grounds;
}
