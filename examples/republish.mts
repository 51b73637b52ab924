/** Moves a backlist to another category and republishes it: `npx tsx republish.mts FIC000000 FIC019000 [--write]`. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createDistribution } from 'book-distribution-client';

const [from = '', to = '', mode] = process.argv.slice(2);
const { DISTRIBUTION_URL: baseUrl = '', DISTRIBUTION_API_KEY: apiKey = '' } = process.env;
const { books } = createDistribution({ baseUrl, apiKey });

const inShops = (status: string): boolean => ['published', 'in_review'].includes(status);

// A change turns a book into a draft, and a run may end before it is published again. So the ids are
// saved before the first change, and the next run continues with them.
const journal = 'republish.txt';
const savedIds = await readFile(journal, 'utf8').catch(() => undefined);
const ids: readonly string[] = savedIds?.split('\n') ?? (await idsToMove());

let failed = 0;
if (mode === '--write') await writeFile(journal, ids.join('\n'));
for (const id of ids) {
  await move(id).catch((error: unknown) => {
    failed += 1;
    console.error(`${id}: ${String(error)}`);
  });
}
if (mode === '--write' && failed === 0) await rm(journal);
process.exitCode = failed === 0 ? 0 : 1;

/** Reads the whole list before the first change, because changes move books between its pages. */
async function idsToMove(): Promise<string[]> {
  const allBooks = await books.list({ perPage: 100 }).toArray({ limit: Infinity });
  return allBooks.filter(({ attributes }) => inShops(attributes.status)).map(({ id }) => id);
}

async function move(id: string): Promise<void> {
  const { title, category, status } = (await books.get(id)).attributes;
  const moved = [...new Set(category.map((code) => (code === from ? to : code)))];
  const isDone = moved.join() === category.join();
  if (isDone && inShops(status)) return;
  console.log(`${title}: ${category.join(', ')} becomes ${moved.join(', ')}`);
  if (mode !== '--write') return;
  if (!isDone) await books.update(id, { category: moved });
  await books.publish(id);
}
