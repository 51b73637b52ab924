/** Reads from a `report.json` which requirements drift, their fingerprints, and the cases that ran. */
import assert from 'node:assert/strict';

/** Ids with the verdict `drifts`, in the report's order. */
export function requirementsThatDrift(report: unknown): string[] {
  return rows(report, 'requirements')
    .filter((row) => text(row, 'verdict') === 'drifts')
    .map((row) => text(row, 'id'));
}

/** Requirement and fingerprint of each drift except echoes, because a property draws its values at random. */
export function namesOfDrifts(report: unknown): string[] {
  return rows(report, 'findings')
    .filter((row) => text(row, 'kind') !== 'property')
    .map((row) => `${text(row, 'requirement')} ${text(row, 'fingerprint')}`)
    .toSorted();
}

/** Every case with its verdict, in the report's order. */
export function casesAsked(report: unknown): string[] {
  return rows(report, 'requirements').flatMap((row) =>
    rows(row, 'cases')
      .filter((asked) => text(asked, 'source') !== 'shape')
      .map((asked) =>
        [text(row, 'id'), text(asked, 'sentence'), text(asked, 'verdict')].join(': '),
      ),
  );
}

function rows(holder: unknown, name: string): unknown[] {
  const value = member(holder, name);
  assert(Array.isArray(value), `report.json has no list '${name}'`);
  return Array.from<unknown>(value);
}

function text(holder: unknown, name: string): string {
  const value = member(holder, name);
  assert(typeof value === 'string', `report.json has no text '${name}'`);
  return value;
}

function member(holder: unknown, name: string): unknown {
  assert(typeof holder === 'object' && holder !== null, `report.json has nothing with '${name}'`);
  const value: unknown = Reflect.get(holder, name);
  return value;
}
