/** Moves a backlist to another category and republishes it: `npx tsx republish.mts FIC000000 FIC019000 [--write]`. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createDistribution } from 'book-distribution-client';

const [from = '', to = '', mode] = process.argv.slice(2);
const { DISTRIBUTION_URL: baseUrl = '', DISTRIBUTION_API_KEY: apiKey = '' } = process.env;
const { books } = createDistribution({ baseUrl, apiKey });

const inShops = (status: string): boolean => ['published', 'in_review'].includes(status);

// A change makes a draft of a book, and a run may die before it is published again. So the ids are
// written down before the first change; the next run goes on with them.
const journal = 'republish.txt';
const noted = await readFile(journal, 'utf8').catch(() => undefined);
const ids: readonly string[] = noted?.split('\n') ?? (await idsToMove());

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
  const listed = await books.list({ perPage: 100 }).toArray({ limit: Infinity });
  return listed.filter(({ attributes }) => inShops(attributes.status)).map(({ id }) => id);
}

async function move(id: string): Promise<void> {
  const { title, category, status } = (await books.get(id)).attributes;
  const moved = [...new Set(category.map((code) => (code === from ? to : code)))];
  const isMoved = moved.join() === category.join();
  if (isMoved && inShops(status)) return;
  console.log(`${title}: ${category.join(', ')} becomes ${moved.join(', ')}`);
  if (mode !== '--write') return;
  if (!isMoved) await books.update(id, { category: moved });
  await books.publish(id);
}
