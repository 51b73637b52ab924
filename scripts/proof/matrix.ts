/** Claims on the versions of Node we support: both packages, from tarballs of what was built. */
import assert from 'node:assert/strict';
import type { Claim } from './claim.ts';
import { node } from './command.ts';

export const matrix: readonly Claim[] = [20, 22, 24, 26].map((major) => ({
  says: `both packages install under Node ${major} without a warning, verify conforms, ten lines run`,
  prove: async () => {
    const script = ['--import', 'tsx', 'scripts/matrix.ts', '--major', String(major)];
    const { code, out, err } = await node(script);
    assert.equal(code, 0, out + err);
  },
  inSample: false,
}));
