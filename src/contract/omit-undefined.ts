/** Leaves members without a value out of a record. */

/** A record whose members that may be undefined are optional instead. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Returns the members of a record that are not undefined. */
export function omitUndefined<T extends object>(record: T): Defined<T> {
  const members = Object.entries(record).filter(([, value]) => value !== undefined);
  // Object.fromEntries does not know which members are left.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(members) as Defined<T>;
}
