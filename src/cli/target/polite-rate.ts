/** The default rate of a run in requests a second, and how long a run takes at a rate. */

/** Requests a second to a service on another machine. */
const politeRate = 20;

/** Returns the requests a second for a service; undefined on this machine, which needs no protection. */
export function rateFor(address: string): number | undefined {
  return isThisMachine(new URL(address).hostname) ? undefined : politeRate;
}

/** Returns whether the host of a URL is this machine. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

/** Returns `about 1,900 requests, 2 min at 20 a second`; without a rate, the number of requests alone. */
export function describeDuration(requests: number, rate: number | undefined): string {
  const words = `about ${requests.toLocaleString('en')} requests`;
  if (rate === undefined) return words;
  const seconds = requests / rate;
  const time = seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
  return `${words}, ${time} at ${rate} a second`;
}
