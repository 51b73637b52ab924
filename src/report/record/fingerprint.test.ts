/** Tests that a drift keeps its fingerprint, and that different drifts have different fingerprints. */
import { describe, expect, it } from 'vitest';
import { classifyValue, computeFingerprint, type DriftIdentity } from './fingerprint.ts';

const drift: DriftIdentity = {
  requirement: 'create.content-type-400',
  operation: 'createBook',
  kind: 'case',
  pointer: '/data/3/attributes/title',
  expected: '400',
  actual: '415  application/json  {"message":"Unsupported"}',
};

function fingerprintWith(change: Partial<DriftIdentity>): string {
  return computeFingerprint({ ...drift, ...change });
}

describe('computeFingerprint', () => {
  it('returns the same twelve hex digits in every version of this tool', () => {
    expect(computeFingerprint(drift)).toMatchInlineSnapshot(`"21c1c13b5dd5"`);
  });

  it('ignores ids, dates, list positions and the body of a refusal', () => {
    expect(fingerprintWith({ pointer: '/data/41/attributes/title' })).toBe(
      computeFingerprint(drift),
    );
    expect(fingerprintWith({ actual: '415  text/html  <p>no</p>' })).toBe(
      computeFingerprint(drift),
    );
    const fingerprintOfBook = (id: string, day: string, externalId: string): string =>
      fingerprintWith({
        expected: `the book ${id} of ${day} marked ${externalId} at /books/${id}/publish`,
      });
    expect(
      fingerprintOfBook('58748325-c31b-42d9-89c0-55c985274134', '2026-11-21', 'bookdist-11ba-9'),
    ).toBe(
      fingerprintOfBook('2966d3ff-5c7d-4c78-8a86-ced2d1876f15', '2027-01-01', 'bookdist-77fe-12'),
    );
  });

  it('ignores generated values', () => {
    expect(fingerprintWith({ expected: 'title as read back: Sea of trees' })).toBe(
      fingerprintWith({ expected: 'title as read back: Lamp' }),
    );
    expect(fingerprintWith({ kind: 'property', expected: '422 for digits 1 and 2 swapped' })).toBe(
      fingerprintWith({ kind: 'property', expected: '422 for a letter in the middle' }),
    );
  });

  it('distinguishes findings by requirement, operation, kind, status and field', () => {
    const fingerprints = [
      computeFingerprint(drift),
      fingerprintWith({ requirement: 'update.content-type-400' }),
      fingerprintWith({ operation: 'updateBook' }),
      fingerprintWith({ operation: undefined }),
      fingerprintWith({ kind: 'observation' }),
      fingerprintWith({ pointer: '/data/3/attributes/subtitle' }),
      fingerprintWith({ expected: '422' }),
      fingerprintWith({ actual: '201' }),
    ];
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });
});

describe('classifyValue', () => {
  it('returns the status, the JSON type, or text', () => {
    expect(
      ['201  application/json', 'null', '[1]', '{}', '"a"', '12', 'true', 'late'].map(
        classifyValue,
      ),
    ).toEqual(['status 201', 'null', 'array', 'object', 'string', 'number', 'boolean', 'text']);
  });
});
