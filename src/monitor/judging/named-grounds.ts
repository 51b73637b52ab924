/** Narrows the possible reasons for a refusal by the fields that it names. */
import { type CompleteExpectation, type Ground, isMust } from '../grounds/index.ts';

/**
 * Returns the grounds that the refusal can be for. If it names some but not all of the sent fields, or a missing one,
 * then it is about these fields: the state of the book is not the reason if there is another one.
 */
export function narrowGrounds(
  names: readonly string[],
  { grounds, sentKeys }: CompleteExpectation,
): readonly Ground[] {
  const fields = names.map((name) => name.split(/[./[]/)[0]);
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
