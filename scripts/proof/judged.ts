/** Runs verify against a sandbox that is started for it. */
import { bookdist, serving, type Ended } from './command.ts';

/** The options of the sandbox and of verify. */
export interface Asked {
  readonly sandbox: readonly string[];
  readonly verify: readonly string[];
  /** The host name to use (default: `127.0.0.1`). */
  readonly host?: string;
}

/** Starts a sandbox on a free port and judges it. */
export async function judged({ sandbox, verify, host = '127.0.0.1' }: Asked): Promise<Ended> {
  const served = await serving(['sandbox', '--port', '0', ...sandbox]);
  try {
    const address = served.address.replace('127.0.0.1', host);
    return await bookdist(['verify', address, ...verify], { DISTRIBUTION_API_KEY: 'sandbox-key' });
  } finally {
    await served.end();
  }
}
