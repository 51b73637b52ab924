/** Moves the books in the shops to another category and republishes them: `npx tsx republish.mts FIC000000 FIC019000 [--write]`. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createDistribution } from 'book-distribution-client';

const [from = '', to = '', mode] = process.argv.slice(2);
const { DISTRIBUTION_URL: baseUrl = '', DISTRIBUTION_API_KEY: apiKey = '' } = process.env;
const { books } = createDistribution({ baseUrl, apiKey });

const isInShops = (status: string): boolean => ['published', 'in_review'].includes(status);

// An update turns a book into a draft, and a run may crash before it publishes the book again. So the ids are saved
// before the first update, and the next run continues with them.
const journalPath = 'republish.txt';
const savedIds = await readFile(journalPath, 'utf8').catch(() => undefined);
const ids: readonly string[] = savedIds?.split('\n') ?? (await findIdsToMove());

let failures = 0;
if (mode === '--write') await writeFile(journalPath, ids.join('\n'));
for (const id of ids) {
  await move(id).catch((error: unknown) => {
    failures += 1;
    console.error(`${id}: ${String(error)}`);
  });
}
if (mode === '--write' && failures === 0) await rm(journalPath);
process.exitCode = failures === 0 ? 0 : 1;

/** Reads the whole list before the first update, because updates move books between its pages. */
async function findIdsToMove(): Promise<string[]> {
  const allBooks = await books.list({ perPage: 100 }).toArray({ limit: Infinity });
  return allBooks.filter(({ attributes }) => isInShops(attributes.status)).map(({ id }) => id);
}

async function move(id: string): Promise<void> {
  const { title, category, status } = (await books.get(id)).attributes;
  const newCategory = [...new Set(category.map((code) => (code === from ? to : code)))];
  const isDone = newCategory.join() === category.join();
  if (isDone && isInShops(status)) return;
  console.log(`${title}: ${category.join(', ')} becomes ${newCategory.join(', ')}`);
  if (mode !== '--write') return;
  if (!isDone) await books.update(id, { category: newCategory });
  await books.publish(id);
}
