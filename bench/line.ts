/** How a figure is told: its name, what it is, and what it is to be. */

/** One line of a benchmark's table. */
export function line(name: string, value: string, aim = ''): string {
  return `${name.padEnd(36)}${value.padStart(12)}   ${aim}`.trimEnd();
}
