/** Writes the pages to test below `reports/browser`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readReport } from '../../src/cli/output/index.ts';
import type { Report } from '../../src/report/record/index.ts';
import { runCommandLine } from '../support/cli/run-command-line.ts';

const folder = fileURLToPath(new URL('../../reports/browser/', import.meta.url));

const faults = [
  'create-content-type-400-answers-415',
  'chapter-not-added',
  'page-overlaps',
  'unknown-external-id-answers-404',
  'unknown-book-answers-422',
];

/** Writes the report of a run with five faults, and the page of the contract. Vitest calls it before all tests. */
export async function setup(): Promise<void> {
  const extent = ['--seed', '7', '--runs', '5', '--explore', '1ms'];
  await runBookdist(['verify', '--fault', faults.join(','), ...extent, '--out', folder], 1);
  await runBookdist(['docs', '--out', `${folder}docs.html`], 0);
}

async function runBookdist(args: readonly string[], expectedCode: number): Promise<void> {
  const { code, err } = await runCommandLine(args);
  if (code === expectedCode) return;
  throw new Error(
    `bookdist ${args.join(' ')}: expected exit ${expectedCode}, got ${code}.\n${err}`,
  );
}

/** Returns the report of the run with five faults. */
export async function readSampleReport(): Promise<Report> {
  return readReport(`${folder}report.json`);
}

/** Writes another page and returns its address. */
export function writePage(name: string, html: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.html`, html);
  return getPageAddress(name);
}

export function getPageAddress(name: string): string {
  return pathToFileURL(`${folder}${name}.html`).href;
}
