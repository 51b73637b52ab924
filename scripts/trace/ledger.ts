/** Reads the ledger and holds it against its schema. */
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Requirement } from '../../src/contract/requirements.ts';

/** The ledger as its file has it: ids are plain text here, because the file may be ahead of the types. */
export type Ledger = Readonly<Record<string, Requirement>>;

const ledgerFile = new URL('../../openapi/requirements.yaml', import.meta.url);
const schemaFile = new URL('../../openapi/requirements.schema.json', import.meta.url);

/**
 * The ledger of this checkout.
 * @throws Error naming every entry that does not fit the schema, and what to do about it
 */
export async function readLedger(): Promise<Ledger> {
  const source = await readFile(ledgerFile, 'utf8');
  const schema: unknown = JSON.parse(await readFile(schemaFile, 'utf8'));
  return judgeLedger(parse(source), schema);
}

/** Narrows a parsed ledger by its schema. */
function judgeLedger(ledger: unknown, schema: unknown): Ledger {
  if (typeof schema !== 'object' || schema === null) throw new Error('The schema is no object.');
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
  const fits = ajv.compile<Ledger>(schema);
  if (fits(ledger)) return ledger;
  const places = (fits.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `  ${instancePath.replaceAll('~1', '/').slice(1) || 'the file'}: ${message ?? 'does not fit'} ${JSON.stringify(params)}`,
  );
  throw new Error(
    [
      'openapi/requirements.yaml does not fit openapi/requirements.schema.json:',
      ...places,
      'Its first lines say what each key is for.',
    ].join('\n'),
  );
}
