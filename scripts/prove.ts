/** Runs one of the longer proofs, such as `npm run prove -- look report`. Without a name, it lists them. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build/stale.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Proof {
  readonly about: string;
  /** A TypeScript file, or a program in node_modules with its arguments. */
  readonly program: readonly string[];
  /** Rebuilds dist/ first when a source file is newer. */
  readonly needsBuild?: boolean;
}

const proofs: Readonly<Record<string, Proof>> = {
  claims: {
    about: 'what the README and the decisions promise; --sample, --only TEXT',
    program: ['scripts/proof.ts'],
    needsBuild: true,
  },
  walkthrough: {
    about: 'adds a made-up requirement as CONTRIBUTING describes; at most 8 files change',
    program: ['scripts/walkthrough.ts'],
  },
  smoke: {
    about: 'both packages, packed, installed in an empty folder and used',
    program: ['scripts/smoke.ts'],
    needsBuild: true,
  },
  drill: {
    about: "the client and its tests compiled with another generator's types",
    program: ['scripts/drill.ts'],
  },
  size: { about: 'the size of the client in a bundle', program: ['scripts/size.ts'] },
  samples: {
    about: 'every code sample of the docs page; an operation id runs only its samples',
    program: ['scripts/samples.ts'],
    needsBuild: true,
  },
  field: {
    about:
      'verdicts about unusable services and failing gateways; unusable or transient, --seeds 20 or 5-12',
    program: ['scripts/field.ts'],
  },
  recordings: {
    about:
      'that judge finds faults in recordings, and nothing else; faults, correct, damaged, noise, stories, large',
    program: ['scripts/recordings.ts'],
    needsBuild: true,
  },
  watch: {
    about: 'watch in front of the sandbox: bytes, latency, memory, drifts, a killed judge',
    program: ['scripts/watch.ts'],
  },
  flows: { about: 'the Arazzo flows against the sandbox', program: ['scripts/flows.ts'] },
  action: {
    about: 'the workflows, the action and the GitLab job',
    program: ['scripts/action.ts'],
    needsBuild: true,
  },
  contract: {
    about: 'breaking changes of the contract; --write, --record',
    program: ['scripts/contract-changes.ts'],
  },
  'second-opinion': {
    about: 'another tool on recorded traffic: of a HAR file, or of a new run',
    program: ['scripts/second-opinion.ts'],
  },
  look: {
    about: 'every page in a browser; a name selects one page',
    program: ['scripts/look.ts'],
  },
  pictures: {
    about: 'writes the screenshots of the README',
    program: ['scripts/look/pictures.ts'],
  },
  mutants: {
    about: 'mutates the rules and the suite vocabulary; fails when the tests miss too many',
    program: [
      'node_modules/@stryker-mutator/core/bin/stryker.js',
      'run',
      'scripts/mutants/stryker.config.json',
    ],
  },
  matrix: {
    about:
      'both packages on every supported Node, and next to Vitest 4 and 5, MSW 2 and 3; --major 22, --test-tools',
    program: ['scripts/matrix.ts'],
    needsBuild: true,
  },
  team: {
    about: 'three sandboxes on one PostgreSQL and one object store, killed under load; --sample',
    program: ['scripts/team.ts'],
    needsBuild: true,
  },
  outages: {
    about: 'what clients of a sandbox receive on a full disk, next to slow clients and on SIGTERM',
    program: ['scripts/outages.ts'],
  },
  growth: {
    about: 'what a request costs as books grow; --books 10000,1000000, --postgres',
    program: ['bench/growth.ts'],
    needsBuild: true,
  },
  runtimes: {
    about: 'the client in every Node, Deno, Bun, workerd and a browser; a name selects one',
    program: ['scripts/runtimes.ts'],
    needsBuild: true,
  },
};

/** Runs a Node program of this repository and returns its exit code. */
function run(program: readonly string[]): number {
  const loader = program[0]?.endsWith('.ts') === true ? ['--import', 'tsx'] : [];
  const { status } = spawnSync(process.execPath, [...loader, ...program], {
    cwd: root,
    stdio: 'inherit',
  });
  return status ?? 1;
}

const [name = '', ...options] = process.argv.slice(2);
const proof = proofs[name];
if (proof === undefined) {
  const lines = Object.entries(proofs).map(
    ([proofName, { about }]) => `  ${proofName.padEnd(16)}${about}`,
  );
  const usage = `Usage: npm run prove -- <proof> [options]\n\n${lines.join('\n')}`;
  if (name === '' || name === '--help') console.log(usage);
  else console.error(`There is no proof called '${name}'.\n\n${usage}`);
  process.exitCode = name === '' || name === '--help' ? 0 : 2;
} else {
  if (proof.needsBuild === true) buildIfStale();
  process.exitCode = run([...proof.program, ...options]);
}
