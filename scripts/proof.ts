/**
 * Proves the claims of the README and the decisions. `--sample` proves one of each kind, and `--only TEXT`
 * those whose sentence contains the text.
 */
import { parseArgs } from 'node:util';
import { proveClaim, type Claim } from './proof/claim.ts';
import { clientFaults } from './proof/client-faults.ts';
import { fingerprints } from './proof/fingerprints.ts';
import { cleanup } from './proof/cleanup.ts';
import { monitorClaims } from './proof/monitor/claims.ts';
import { overTime } from './proof/over-time.ts';
import { repeatable } from './proof/repeatable.ts';
import { reproduction } from './proof/reproduction.ts';
import { subject } from './proof/subject.ts';
import { replicas } from './proof/replica.ts';
import { fairness } from './proof/fairness.ts';
import { vitestBinding } from './proof/vitest-binding.ts';

const { values } = parseArgs({
  options: { sample: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});

const claims: readonly Claim[] = [
  ...repeatable,
  ...cleanup,
  ...vitestBinding,
  ...reproduction,
  ...fairness,
  ...subject,
  ...monitorClaims,
  ...clientFaults,
  ...fingerprints,
  ...overTime,
  ...replicas,
];
const chosenClaims = claims.filter(
  ({ says, inSample }) => (inSample || !values.sample) && says.includes(values.only),
);

let holding = 0;
const queue = [...chosenClaims];

/** Proves claims of the queue until it is empty. */
async function prove(): Promise<void> {
  for (let claim = queue.shift(); claim !== undefined; claim = queue.shift()) {
    if (await proveClaim(claim)) holding += 1;
  }
}

// A run spends about half of its time waiting, so two claims of a sample can share the machine.
await Promise.all(values.sample ? [prove(), prove()] : [prove()]);
console.log(`${holding} of ${chosenClaims.length} claims hold`);
process.exitCode = chosenClaims.length > 0 && holding === chosenClaims.length ? 0 : 1;
