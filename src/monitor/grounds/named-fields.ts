/** Finds the requirements of the fields that a refusal names. */
import type { StatedId } from '../../contract/requirements.ts';

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
