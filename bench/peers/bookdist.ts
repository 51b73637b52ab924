/**
 * Our own suite, with an address, a key and full consent. A high rate makes its runs fast, and a fixed seed makes them
 * comparable.
 */
import {
  bookdist as runBookdist,
  listDriftingRequirements,
  readReport,
} from '../../scripts/proof/command.ts';
import type { Tool } from './judge.ts';

export const bookdist: Tool = {
  name: 'bookdist verify',
  version: 'this repository',
  problemFormat: 'exit code 1, and a requirement with the verdict *drifts* in `report.json`',
  setup: 'an address, a key and full consent',
  run: async ({ origin, key, folder }) => {
    const consent = ['--allow', 'read,write,publish,delete', '--rate', '2000'];
    const args = ['verify', origin, ...consent, '--seed', '1', '--out', folder];
    const { code, out, err } = await runBookdist(args, { DISTRIBUTION_API_KEY: key });
    const command = `DISTRIBUTION_API_KEY=${key} bookdist ${args.join(' ')}`;
    if (code === null || code > 1) return { command, complaints: [], crash: out + err };
    return { command, complaints: listDriftingRequirements(await readReport(folder)) };
  },
};
