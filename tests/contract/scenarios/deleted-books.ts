/** Calls on a book that was deleted. */
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import { createDescriptor, spareRoles } from '../../../src/harness/values/index.ts';

/** Reads the book or tries to change it: three calls, chosen by `place`. The monitor judges the responses. */
export async function callDeleted(t: Stage, { id, format }: Book, place: number): Promise<void> {
  const file = t.make.sample(spareRoles[format]);
  const { filename, hashSha256 } = file;
  const calls: readonly (() => Promise<unknown>)[] = [
    // Other calls are judged once a read showed that the service does not find deleted books.
    async () => t.ask.read(id),
    async () => t.ask.requestUploads(id, [createDescriptor(file, 'late')]),
    async () => t.ask.unpublish(id),
    async () => t.ask.update(id, { subtitle: 'After its end' }),
    async () => t.ask.publish(id),
    async () => t.ask.attach(id, t.make.unknownId(), { filename, hashSha256 }),
  ];
  const first = (3 * place) % calls.length;
  for (const call of calls.slice(first, first + 3)) await call();
}
