/** Finds the account, or the test of an account, that a call of the control API concerns, or refuses the call. */
import { getOwnerId, getTestAccount, testIdPattern } from '../book/index.ts';
import type { SettableClock } from '../replaceable-parts/index.ts';
import type { Sandbox } from '../sandbox.ts';

export class ControlError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
  }
}

interface ScopedCall {
  readonly query: (name: string) => string | undefined;
}

/** Returns the id of the account that the query names, with `account` and `test`; undefined without either. */
export function findScope({ query }: ScopedCall, sandbox: Sandbox): string | undefined {
  const [account, test] = [query('account'), query('test')];
  return account === undefined && test === undefined
    ? undefined
    : findAccount(account, test, sandbox);
}

/** @param nameOrId the first account unless given */
export function findAccount(
  nameOrId: string | undefined,
  test: string | undefined,
  { accounts }: Sandbox,
): string {
  const account =
    nameOrId === undefined
      ? accounts[0]
      : accounts.find(({ id, name }) => id === nameOrId || name === nameOrId);
  if (account === undefined) throw new ControlError(404, `There is no account ${nameOrId}.`);
  if (test === undefined) return account.id;
  if (testIdPattern.test(test)) return getTestAccount(account, test).id;
  const message = 'A test id has 1 to 100 letters, digits and the signs _ . : and -.';
  throw new ControlError(400, message);
}

export function getAccountName(id: string, { accounts }: Sandbox): string {
  const owner = accounts.find((account) => account.id === getOwnerId(id));
  return owner === undefined ? id : id.replace(owner.id, owner.name);
}

export function findClock(call: ScopedCall, sandbox: Sandbox): SettableClock {
  const account = findScope(call, sandbox);
  return account === undefined ? sandbox.clock : sandbox.settings.clock(account);
}

/** Returns the clock to change. An account that is named gets a clock of its own. */
export function takeClock(call: ScopedCall, sandbox: Sandbox): SettableClock {
  const account = findScope(call, sandbox);
  return account === undefined ? sandbox.clock : sandbox.settings.ownClock(account);
}
