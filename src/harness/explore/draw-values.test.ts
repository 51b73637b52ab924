/** Tests that exploring tries every mistake that the contract describes, and nothing with a second reason to refuse it. */
import { expect, it } from 'vitest';
import { readFields } from '../../contract/fields.ts';
import { formats } from '../arbitraries/index.ts';
import { drawBodyVariation, drawParameter } from './draw-values.ts';
import { createDraw } from './draw.ts';

/** Draws until each kind of mistake was drawn once, and some of them again. */
function listKinds(drawKind: (isUsed: (kind: string) => boolean) => string | undefined) {
  const kinds = new Set<string>();
  for (let turn = 0; turn < 150; turn += 1) kinds.add(drawKind((kind) => kinds.has(kind)) ?? '');
  return kinds;
}

it('leaves out each required property of a new book', () => {
  const draw = createDraw(1);
  const kinds = formats.flatMap((format) => [
    ...listKinds((isUsed) => {
      const query = { operation: 'createBook', format, isRefused: true } as const;
      return drawBodyVariation(query, { draw, isUsed: (_operation, kind) => isUsed(kind) })
        ?.kinds[0];
    }),
  ]);
  const required = readFields().create.required.map((name) => `refused ${name} left out`);
  expect(kinds).toEqual(expect.arrayContaining(required));
});

it('draws page sizes just outside the limits', () => {
  const draw = createDraw(1);
  const kinds = listKinds((isUsed) => {
    const scene = {
      draw,
      isUsed: (_operation: string, kind: string) => isUsed(kind.replace('perPage ', '')),
    };
    return drawParameter('perPage', true, scene)?.kinds[0];
  });
  const limits = ['minimum', 'maximum'].map((limit) => `refused just outside the ${limit}`);
  expect([...kinds]).toEqual(expect.arrayContaining(limits));
});
