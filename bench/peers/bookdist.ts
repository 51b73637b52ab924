/** Our own suite as a stranger runs it: an address, a key, every consent. */
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requirementsThatDrift } from '../../scripts/proof/report-rows.ts';
import type { Peer } from './peer.ts';
import { asTyped, runCommand, type Command } from './run-command.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const bookdist: Peer = {
  name: 'bookdist verify',
  version: 'this repository',
  complains: 'exit code 1; a requirement with the verdict *drifts* in `report.json`',
  setup: 'an address, a key and every consent; nothing else',
  install: async () => undefined,
  ask: async ({ origin, key, work }) => {
    const consents = ['--allow', 'read,write,publish,delete', '--rate', '2000', '--seed', '1'];
    const command: Command = {
      program: process.execPath,
      args: ['--import', 'tsx', 'src/cli/main.ts', 'verify', origin, ...consents, '--out', work],
      folder: root,
      settings: { DISTRIBUTION_API_KEY: key, NO_COLOR: '1' },
    };
    const { code, out } = await runCommand(command);
    const typed = asTyped(command);
    if (code === undefined || code === 2) return { command: typed, complaints: [], broke: out };
    const report: unknown = JSON.parse(await readFile(join(work, 'report.json'), 'utf8'));
    return { command: typed, complaints: requirementsThatDrift(report) };
  },
};
