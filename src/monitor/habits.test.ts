/** Tests that a service must repeat a behaviour that it has shown and that the document leaves open. */
import { expect, test } from 'vitest';
import { create, judge, publish, read, update } from '../../tests/support/monitor/histories.ts';

const author = { firstName: 'Ines', lastName: 'Aldana', role: 'Author' };
const editor = { firstName: 'Ben', lastName: 'Ode', role: 'Editor' };
const narrator = { firstName: 'Cleo', lastName: 'Marsh', role: 'Narrated by' };
const audiobook = {
  format: 'audio',
  audioDetails: { audioLength: 60, audioEdition: 'UBR' },
  contributor: [author, narrator],
};

const created = create(audiobook);
const setContributors = (...contributor: readonly object[]) => update({ contributor });
const readContributors = (...contributor: readonly object[]) => read({ ...audiobook, contributor });

test('a publish drifts after an update without the narrator if the service has shown that it replaces contributors', () => {
  const withoutNarrator = [setContributors(author, editor), publish];
  expect(judge([created, ...withoutNarrator]).drifts).not.toContain('publish.narrator');
  const replaced = [created, setContributors(editor, narrator), readContributors(editor, narrator)];
  expect(judge([...replaced, ...withoutNarrator]).drifts).toContain('publish.narrator');
});

test('a service that has shown that it adds contributors drifts if an update removes one', () => {
  const all = [author, narrator, editor];
  const history = [created, setContributors(editor), readContributors(...all)];
  const judgeLast = (...shown: readonly object[]) =>
    judge([...history, setContributors(author, editor), readContributors(...shown)]).drifts;
  expect(judgeLast(...all)).toEqual([]);
  expect(judgeLast(author, editor)).toContain('update.changes-values');
});

test('a service that first replaces and then adds contributors drifts only at the first change of behaviour', () => {
  const { drifts } = judge([
    created,
    setContributors(editor),
    readContributors(editor),
    setContributors(author),
    readContributors(editor, author),
    setContributors(narrator),
    readContributors(narrator),
  ]);
  expect(drifts).toEqual(['update.changes-values']);
});
