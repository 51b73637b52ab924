/** A correct service behind a gateway that fails one call in fifteen, before or after doing the work. */
import { createRandom } from '../random-traffic/random.ts';
import { type RunningService, startForwarding } from './forwarding-server.ts';

/** One call in this many fails. */
const oneIn = 15;
const failures = [502, 503, 504] as const;

/** Starts it. Storage fails as often, and throttles with 503. */
export async function startFailingGateway(seed: number): Promise<RunningService> {
  const random = createRandom(seed);
  return startForwarding(async (request, response, { work }) => {
    const fails = random() < 1 / oneIn;
    const before = random() < 0.5;
    const status = failures[Math.floor(random() * failures.length)] ?? 502;
    const send = fails && before ? undefined : await work();
    if (!fails) return send?.();
    response.writeHead(request.method === 'PUT' ? 503 : status, { 'content-type': 'text/html' });
    response.end('<html>failed</html>');
  });
}
