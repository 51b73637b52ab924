/** Reads the ledger and validates it against its schema. */
import { readFile } from 'node:fs/promises';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Requirement } from '../../src/contract/requirements.ts';

/** The ledger by id. Ids are plain strings, because the file may be newer than the generated types. */
export type Ledger = Readonly<Record<string, Requirement>>;

const ledgerFile = new URL('../../openapi/requirements.yaml', import.meta.url);
const schemaFile = new URL('../../openapi/requirements.schema.json', import.meta.url);

/**
 * Reads the ledger of this checkout.
 * @throws Error with a line for each entry that does not match the schema
 */
export async function readLedger(): Promise<Ledger> {
  const ledger: unknown = parse(await readFile(ledgerFile, 'utf8'));
  const schema: unknown = JSON.parse(await readFile(schemaFile, 'utf8'));
  if (typeof schema !== 'object' || schema === null) {
    throw new Error(
      'openapi/requirements.schema.json does not contain a JSON object. Restore it from Git.',
    );
  }
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
  const validate = ajv.compile<Ledger>(schema);
  if (validate(ledger)) return checkSurprisingReadings(ledger);
  // Ajv also reports the `if` around an error, which only repeats the error inside it.
  const problems = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  throw new Error(
    [
      'openapi/requirements.yaml has entries that do not match openapi/requirements.schema.json:',
      ...new Set(problems.map((problem) => `  ${describeError(problem)}`)),
      'The comment at the top of openapi/requirements.yaml explains each key.',
    ].join('\n'),
  );
}

/**
 * Returns the ledger. Checks what the schema cannot: `surprising` may list any of the `readings` except the first.
 * @throws Error with a line for each invalid value
 */
function checkSurprisingReadings(ledger: Ledger): Ledger {
  const problems = Object.entries(ledger).flatMap(([id, { readings, surprising = [] }]) => {
    const otherReadings = typeof readings === 'object' ? readings.slice(1) : [];
    return surprising
      .filter((reading) => !otherReadings.includes(reading))
      .map(
        (reading) =>
          `  ${id}: \`surprising\` lists "${reading}", which must be a reading other than the first.`,
      );
  });
  if (problems.length === 0) return ledger;
  throw new Error(['openapi/requirements.yaml:', ...problems].join('\n'));
}

function describeError({
  instancePath,
  keyword,
  message = 'is invalid',
  params,
}: ErrorObject): string {
  const [, id = 'the file', ...keys] = instancePath.replaceAll('~1', '/').split('/');
  const place = keys.length === 0 ? id : `${id}, ${keys.join('.')}`;
  const { missingProperty, additionalProperty, allowedValues } = params;
  if (keyword === 'required') return `${place}: add \`${missingProperty}\`.`;
  if (keyword === 'additionalProperties') return `${place}: remove \`${additionalProperty}\`.`;
  if (keyword === 'enum') return `${place}: must be one of ${JSON.stringify(allowedValues)}.`;
  return `${place}: ${message}.`;
}
