/** The days that flows speak of, reckoned from a moment; what a user would take from `date`. */

/** Days by the names flows have for them. */
export function daysFrom(now: number): Readonly<Record<string, string>> {
  const ahead = (days: number): string =>
    new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  return {
    past: ahead(-40),
    today: ahead(0),
    soon: ahead(5),
    near: ahead(12),
    far: ahead(18),
    distant: ahead(3000),
  };
}
