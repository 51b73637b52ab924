/** Follows every id of the ledger to contract, checks, faults and sandbox, and says where one is missing. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { readContract } from '../src/contract/spec.ts';
import { nearest } from '../src/contract/nearest.ts';
import { gatherClaims } from './trace/claims.ts';
import { readLedger } from './trace/ledger.ts';
import { floors, traceLedger, type Trace } from './trace/missing.ts';
import { writePage, type Sources } from './trace/page.ts';
import { placesOf } from './trace/places.ts';

const page = new URL('../docs/requirements.md', import.meta.url);

const usage = `npm run trace [-- options]
  --missing [floor]  name the ids that lack something (${floors.join(', ')})
  --write            write docs/requirements.md
  --check            fail when docs/requirements.md is stale
`;

function table(trace: Trace): string {
  const rows = floors.map((floor) => {
    const [asked, missing] = [trace.asked[floor], trace.missing[floor].length];
    const cells = [asked, asked - missing, missing];
    return floor.padEnd(14) + cells.map((cell) => String(cell).padStart(9)).join('');
  });
  const heads = ['asked', 'found', 'missing'].map((head) => head.padStart(9));
  return [`${' '.repeat(14)}${heads.join('')}`, ...rows, ''].join('\n');
}

function nameMissing(trace: Trace, only: string | undefined): string {
  return floors
    .filter((floor) => only === undefined || floor === only)
    .filter((floor) => trace.missing[floor].length > 0)
    .map((floor) => `\n${floor}\n${trace.missing[floor].map((id) => `  ${id}\n`).join('')}`)
    .join('');
}

/** What is missing, one sentence with the next move for each floor. */
function gaps({ missing }: Trace): string[] {
  return floors
    .filter((floor) => missing[floor].length > 0)
    .map(
      (floor) =>
        `${floor}: ${missing[floor].length} missing. \`npm run trace -- --missing ${floor}\` names them; add what is new, or write the reason in the ledger.`,
    );
}

function complaints(trace: Trace, ids: readonly string[]): string[] {
  return [
    ...trace.unknown.map(({ id, where }) => {
      const meant = nearest(id, ids);
      const hint =
        meant === undefined ? 'Add it to openapi/requirements.yaml.' : `Meant: ${meant}?`;
      return `${id} (${where}) is not in the ledger. ${hint}`;
    }),
    ...trace.shapeless.map(
      (id) =>
        `${id} is marked \`shape\`, but stands on no answer of the contract. Put it under x-requirements there, or write a check and drop the mark.`,
    ),
  ];
}

async function pageIsStale(text: string): Promise<boolean> {
  return !existsSync(page) || (await readFile(page, 'utf8')) !== text;
}

async function run(options: readonly string[]): Promise<number> {
  const ledger = await readLedger();
  const sources: Sources = {
    ledger,
    places: placesOf(readContract().document),
    claims: await gatherClaims(),
  };
  const trace = traceLedger(ledger, sources.places, sources.claims);
  process.stdout.write(table(trace));
  if (options.includes('--missing')) {
    process.stdout.write(nameMissing(trace, options[options.indexOf('--missing') + 1]));
  }
  const wrong = [...complaints(trace, Object.keys(ledger)), ...gaps(trace)];
  const text = writePage(sources);
  if (options.includes('--write')) await writeFile(page, text);
  if (options.includes('--check') && (await pageIsStale(text))) {
    wrong.push('docs/requirements.md is stale. Run: npm run trace -- --write');
  }
  process.stderr.write(wrong.map((line) => `${line}\n`).join(''));
  return wrong.length > 0 ? 1 : 0;
}

const options = process.argv.slice(2);
if (options.includes('--help')) process.stdout.write(usage);
else process.exitCode = await run(options);
