/** The two ways a command gives up, each with its exit code and one plain sentence for people. */

/** Wrong usage or configuration: exit code 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Nothing wrong with the command line, but it cannot be done: exit code 3. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo';
}
