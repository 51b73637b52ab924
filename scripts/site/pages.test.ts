/** Tests the first page of the site. */
import { expect, it } from 'vitest';
import { collectPages } from './pages.ts';

it('opens the recorded faults from the first page, without the command that writes the site', () => {
  const [first] = collectPages([]);
  expect(first?.text).toContain('[Open the page](/break-it.html){target="_self"}.');
  expect(first?.text).not.toContain('npm run site');
});
