/** Drops, keeps or refuses the properties of a request that its operation does not list. */
import type { Call, SandboxParts } from '../parts/index.ts';
import { type Concern, type SettableId, open } from '../readings/index.ts';

interface UnlistedProperties {
  readonly concerns: readonly Concern[];
  /** Unlisted fields of a book that the reading accepts. */
  readonly accepted: readonly string[];
  /** Undocumented properties that are kept. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Sorts the keys of a body that the operation's schema does not list. */
export function sortUnlisted(
  call: Call,
  parts: Pick<SandboxParts, 'shapes' | 'readings'>,
): UnlistedProperties {
  const { readings, shapes } = parts;
  const listed = shapes.listed(call.operation);
  const body = typeof call.body === 'object' && call.body !== null ? call.body : {};
  const unlisted = Object.entries(body).filter(([key]) => !listed.includes(key));
  const fields = unlisted.filter(([key]) => shapes.bookFields.includes(key));
  const unknown = unlisted.filter(([key]) => !shapes.bookFields.includes(key));
  const aboutFields: SettableId =
    call.operation === 'createBook' ? 'create.unlisted-fields' : 'update.read-only-keys';
  const concern = (silence: SettableId, [name]: readonly [string, unknown]) =>
    open(readings, silence, { name, reason: 'This property cannot be set here.' });
  return {
    concerns: [
      ...fields.flatMap((entry) => concern(aboutFields, entry)),
      ...unknown.flatMap((entry) => concern('request.unknown-property', entry)),
    ],
    accepted: readings[aboutFields] === 'accepted' ? fields.map(([key]) => key) : [],
    extra: readings['request.unknown-property'] === 'stored' ? Object.fromEntries(unknown) : {},
  };
}
