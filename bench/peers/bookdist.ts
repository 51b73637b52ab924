/** Our own suite, run as a stranger runs it: an address, a key and full consent. */
import { bookdist as runBookdist, readReport } from '../../scripts/proof/command.ts';
import { listDriftingRequirements } from '../../scripts/proof/report-rows.ts';
import type { Peer } from './judge.ts';

export const bookdist: Peer = {
  name: 'bookdist verify',
  version: 'this repository',
  reports: 'exit code 1, and a requirement with the verdict *drifts* in `report.json`',
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
