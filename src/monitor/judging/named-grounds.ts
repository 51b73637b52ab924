/** Narrows the possible reasons for a refusal by the fields that it names. */
import { isMust, type Expectation, type Ground } from '../expectations/index.ts';

/**
 * A refusal that names some of the fields that were sent, and leaves out others, is about those fields, and so is one
 * that names a missing field: the state of the book does not excuse it if something else is a reason.
 */
export function groundsNamed(
  names: readonly string[],
  { grounds, sent = [] }: Expectation,
): readonly Ground[] {
  const fields = names.map((name) => name.split(/[./[]/)[0]);
  const named = sent.filter((key) => fields.includes(key));
  const missing = grounds
    .filter(isMust)
    .flatMap((ground) => ground.names)
    .filter((name) => fields.includes(name) && !sent.includes(name));
  const isAboutFields = named.length > 0 ? named.length < sent.length : missing.length > 0;
  if (!isAboutFields) return grounds;
  const others = grounds.filter((ground) => isMust(ground) || ground.byState !== true);
  return others.length > 0 ? others : grounds;
}
