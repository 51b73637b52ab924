/** Requests about a deleted book. */
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import { createDescriptor, spareRoles } from '../../../src/harness/values/index.ts';

/** Sends three requests about a deleted book, chosen by `index`. The monitor judges the responses. */
export async function requestDeletedBook(
  t: Stage,
  { id, format }: Book,
  index: number,
): Promise<void> {
  const file = t.make.sample(spareRoles[format]);
  const { filename, hashSha256 } = file;
  const requests: readonly (() => Promise<unknown>)[] = [
    // The monitor judges the others only after a read has not found the book.
    async () => t.ask.read(id),
    async () => t.ask.requestUploads(id, [createDescriptor(file, 'late')]),
    async () => t.ask.unpublish(id),
    async () => t.ask.update(id, { subtitle: 'Deleted' }),
    async () => t.ask.publish(id),
    async () => t.ask.attach(id, t.make.unknownId(), { filename, hashSha256 }),
  ];
  const firstIndex = (3 * index) % requests.length;
  for (const send of requests.slice(firstIndex, firstIndex + 3)) await send();
}
