/** One line of a benchmark: name, figure and goal. */

/** One line of a benchmark's table. */
export function line(name: string, value: string, aim = ''): string {
  return `${name.padEnd(36)}${value.padStart(12)}   ${aim}`.trimEnd();
}
