/** Tests how values are written in each language. */
import { expect, it } from 'vitest';
import { javaScript, json, literal, python } from './literal.ts';

const value = { done: true, note: "it's", none: null, from: '$BOOK_ID', list: [1, 2], empty: {} };

it('writes JSON for a shell', () => {
  expect(literal({ from: '$BOOK_ID', ok: false }, json)).toBe(
    '{ "from": "$BOOK_ID", "ok": false }',
  );
});

it('writes JavaScript, with a variable for values from the environment', () => {
  expect(literal(value, javaScript)).toBe(
    [
      '{',
      '  done: true,',
      "  note: 'it\\'s',",
      '  none: null,',
      '  from: BOOK_ID,',
      '  list: [1, 2],',
      '  empty: {},',
      '}',
    ].join('\n'),
  );
});

it('writes Python', () => {
  expect(literal({ a: true, b: null, c: '$FILE' }, python)).toBe(
    '{ "a": True, "b": None, "c": environ["FILE"] }',
  );
});
