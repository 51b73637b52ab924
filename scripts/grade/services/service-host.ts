/**
 * Serves a sandbox of the unchanged contract, in a process of its own: a run judges by a changed contract, which
 * would otherwise replace the contract of the service as well. Answers `start` with a new service, and a number with an
 * advanced clock.
 */
import { createClock } from '../../../src/sandbox/replaceable-parts/index.ts';
import { serveSandbox } from '../../../src/sandbox/index.ts';
import type { StartedService } from './hosted-service.ts';

let clock = createClock();
let close = async (): Promise<void> => undefined;

/** Every run gets a new service, so that books which a run could not remove do not affect the next one. */
async function restart(): Promise<StartedService> {
  await close();
  clock = createClock();
  const keys = ['sandbox-key', 'second-sandbox-key'];
  const server = await serveSandbox({ clock, keys, deadlines: { graceMs: 0 } });
  close = server.close;
  const { readings } = server.sandbox;
  return { url: server.url, keys, settings: { readings } };
}

process.on('message', (message) => {
  if (typeof message !== 'number') {
    void restart().then((service) => process.send?.(service));
    return;
  }
  clock.advance(message);
  process.send?.('advanced');
});
process.once('disconnect', () => process.exit());
