/** Tests how values are formatted in each language. */
import { expect, it } from 'vitest';
import { javaScript, json, formatLiteral, python } from './sample-call.ts';

const value = { done: true, note: "it's", none: null, from: '$BOOK_ID', list: [1, 2], empty: {} };

it('formats JSON for a shell', () => {
  expect(formatLiteral({ from: '$BOOK_ID', ok: false }, json)).toBe(
    '{ "from": "$BOOK_ID", "ok": false }',
  );
});

it('formats JavaScript, with variables for values from the environment', () => {
  expect(formatLiteral(value, javaScript)).toBe(
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

it('formats Python, with values from the environment', () => {
  expect(formatLiteral({ a: true, b: null, c: '$FILE' }, python)).toBe(
    '{ "a": True, "b": None, "c": environ["FILE"] }',
  );
});
