/** The guide: chapters written by hand, with facts of the contract and the ledger filled in. */
import { readFileSync } from 'node:fs';
import { silenceIds } from '../contract/requirements.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { type Chapter, silences } from './requirement-chapters.ts';

/** Written by `npm run prove -- contract --write`. */
const changes = new URL('../../openapi/changes.md', import.meta.url);

const titles = {
  flows: 'Three flows',
  authentication: 'Authentication',
  uploading: 'Uploading',
  window: 'The publish window',
  errors: 'Errors',
  open: 'What is left open',
  drift: 'Drift checks in CI',
  changes: 'Changes of the contract',
} as const;

/** Returns the first page. */
export function opening(): string {
  return written('opening');
}

/** Returns the chapters in order. */
export function guide(): readonly Chapter[] {
  const holes: Readonly<Record<string, string>> = {
    errors: errorCatalogue(),
    open: silences(),
    changes: readFileSync(changes, 'utf8'),
    'number of silences': String(silenceIds.length),
  };
  return Object.entries(titles).map(([name, title]) => ({
    name,
    title,
    text: written(name).replaceAll(/\{\{(.+?)\}\}/g, (hole, key: string) => holes[key] ?? hole),
  }));
}

function written(name: string): string {
  return readFileSync(new URL(`guide/${name}.md`, import.meta.url), 'utf8');
}
