/** Removes undefined members from a record. */

/** A record whose members are optional instead of possibly undefined. */
export type WithoutUndefined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Returns a copy of a record without its undefined members. */
export function omitUndefined<T extends object>(record: T): WithoutUndefined<T> {
  const members = Object.entries(record).filter(([, value]) => value !== undefined);
  // The type of Object.fromEntries does not know the remaining members.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(members) as WithoutUndefined<T>;
}
