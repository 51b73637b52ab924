/** Tests the options of the command that writes the site. */
import { expect, it } from 'vitest';
import { createSiteCommand, type SiteOptions } from './site-options.ts';

it('has a help that names its options', () => {
  const help = createSiteCommand().helpInformation();
  expect(help).toContain('Usage: npm run site -- [options]');
  for (const option of ['--out', '--url', '--faults', '--help']) expect(help).toContain(option);
});

it('reads its options', () => {
  const command = createSiteCommand().parse(['--faults', '2'], { from: 'user' });
  expect(command.opts<SiteOptions>()).toEqual({ out: 'reports/site', faults: 2 });
});
