/** Checks the numbers of the decision records. */

/** Returns a complaint for each number that is missing or repeated in the paths of docs/decisions. */
export function checkNumbers(paths: readonly string[]): string[] {
  const numbers = paths.flatMap((path) => {
    const [, number] = /^docs\/decisions\/(\d{4})-/.exec(path) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  const expected = Array.from({ length: Math.max(0, ...numbers) }, (_, index) => index + 1);
  return expected.flatMap((number) => {
    const count = numbers.filter((entry) => entry === number).length;
    const name = String(number).padStart(4, '0');
    if (count === 1) return [];
    return [
      count === 0
        ? `docs/decisions: no record has the number ${name}. Give it to your new record.`
        : `docs/decisions: ${count} records have the number ${name}. Renumber the newer one.`,
    ];
  });
}
