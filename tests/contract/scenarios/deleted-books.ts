/** Calls on a book that was deleted. */
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import { descriptorOf, spareRole } from '../../../src/harness/values/index.ts';

/** Makes three of the calls that change a book, chosen by `place`. The monitor knows how they end. */
export async function callDeleted(t: Stage, { id, format }: Book, place: number): Promise<void> {
  const file = t.make.sample(spareRole[format]);
  const { filename, hashSha256 } = file;
  const calls: readonly (() => Promise<unknown>)[] = [
    // Other calls are judged once a read showed that the service does not find deleted books.
    async () => t.ask.read(id),
    async () => t.ask.requestUploads(id, [descriptorOf(file, 'late')]),
    async () => t.ask.unpublish(id),
    async () => t.ask.update(id, { subtitle: 'After its end' }),
    async () => t.ask.publish(id),
    async () => t.ask.attach(id, t.make.unknownId(), { filename, hashSha256 }),
  ];
  for (const next of [0, 1, 2]) await calls[(3 * place + next) % calls.length]?.();
}
