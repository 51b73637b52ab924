/** The default rate of a run, in requests a second. */

/** Requests a second to a service on another machine. */
const politeRate = 20;

/** Returns the requests a second for a service; undefined on this machine, which needs no protection. */
export function rateFor(address: string): number | undefined {
  const { hostname } = new URL(address);
  const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return local ? undefined : politeRate;
}
