/** One verification of a sandbox started for it alone, on a port of its own. */
import { bookdist, serving, type Ended } from './command.ts';

/** What a service is like, and what one run is told beside its address. */
export interface Asked {
  readonly sandbox: readonly string[];
  readonly verify: readonly string[];
  /** By which of its names the machine is called; `127.0.0.1` unless it says otherwise. */
  readonly host?: string;
}

/** Judges a sandbox of its own, on another port and with another seed each time. */
export async function judged({ sandbox, verify, host = '127.0.0.1' }: Asked): Promise<Ended> {
  const served = await serving(['sandbox', '--port', '0', ...sandbox]);
  try {
    const address = served.address.replace('127.0.0.1', host);
    return await bookdist(['verify', address, ...verify], { DISTRIBUTION_API_KEY: 'sandbox-key' });
  } finally {
    await served.end();
  }
}
