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
  const fields = names.map((name) => name.split(/[./[\]]/).find(Boolean) ?? '');
  return [...new Set(fields.flatMap((field) => requirements[field] ?? []))];
}
