/**
 * Serves a correct service of the unchanged contract, in a process of its own: a run judges by a changed contract, which
 * would otherwise replace the contract of the service as well. Answers `start` with a new service, and a number with an
 * advanced clock.
 */
import { randomUUID } from 'node:crypto';
import { createClock } from '../../../src/sandbox/parts/index.ts';
import { serveSandbox } from '../../../src/sandbox/index.ts';
import { startWithoutFault } from '../narrow/compared-service.ts';
import type { StartedService } from './hosted-service.ts';

const [module] = process.argv.slice(2);
let clock = createClock();
let close = async (): Promise<void> => undefined;

async function startSandbox(): Promise<StartedService> {
  const keys = ['sandbox-key', 'second-sandbox-key'];
  const server = await serveSandbox({ clock, keys, deadlines: { graceMs: 0 } });
  close = server.close;
  const { readings } = server.sandbox;
  return { url: server.url, keys, settings: { readings, controlsClock: true } };
}

async function startModule(file: string): Promise<StartedService> {
  const service = await startWithoutFault(file, { now: clock.now, newId: randomUUID });
  close = service.close;
  return { url: service.url, keys: [service.key] };
}

/** Every run gets a new service, so that books which a run could not remove do not affect the next one. */
async function restart(): Promise<StartedService> {
  await close();
  clock = createClock();
  return module === undefined ? startSandbox() : startModule(module);
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
