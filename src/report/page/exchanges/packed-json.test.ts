/** Tests that packed values are restored, and that repeated parts are written once. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packJson, unpackJson } from './packed-json.ts';

it('restores every JSON value', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (value) => {
      expect(JSON.stringify(unpackJson(packJson(value)))).toBe(JSON.stringify(value));
    }),
  );
});

it('writes a repeated part only once', () => {
  const book = { id: '58748325', language: ['EN', 'ES'] };
  expect(packJson([{ data: [book, book] }, book]).match(/58748325/g)).toHaveLength(1);
});
