/**
 * The layers of ARCHITECTURE.md as rules. A file imports from its own layer or a lower one, on its own
 * side: asking (left) or answering (right).
 *
 *   7 cli caller                    | testing
 *   6 report docs
 *   5 tests/contract tests/property | faults
 *   4 harness                       | sandbox
 *   3 client monitor                | rules
 *   2 contract
 *   1 generated design
 *   0 openapi/*.yaml                  read as files, imported by nobody
 */

const tests = '[.]test[.]ts$|^tests/(support|browser|slow|team)/';

/** The Vitest binding, which chooses the target that the suites are run against. */
const bindings = ['^src/vitest/', '^tests/options-from-environment[.]ts$'];

/** A sub-folder of a room. */
const subFolder = 'src/[^/]+/[^/]+';

/** Each folder of src with the folders that it may import. */
const rooms = {
  generated: ['^src/generated/'],
  contract: ['^src/contract/', '^src/generated/'],
  client: ['^src/client/', '^src/generated/'],
  design: ['^src/design/'],
  rules: ['^src/rules/'],
  preflight: ['^src/preflight/', '^src/client/', '^src/rules/', '^src/generated/'],
  monitor: ['^src/monitor/', '^src/contract/', '^src/generated/'],
  harness: ['^src/(harness|monitor|client|contract|generated)/'],
  sandbox: ['^src/(sandbox|rules|contract|design|generated)/'],
  faults: ['^src/faults/', '^src/sandbox/', '^src/rules/', '^src/contract/', '^src/generated/'],
  traffic: ['^src/(traffic|harness|monitor|contract|generated)/'],
  report: ['^src/(report|harness|monitor|contract|design|generated)/'],
  docs: ['^src/docs/', '^src/design/', '^src/contract/', '^src/generated/'],
  caller: [
    '^src/(caller|report|traffic|harness|monitor|faults|sandbox|rules|contract|design|generated)/',
  ],
  testing: ['^src/(testing|traffic|harness|monitor|sandbox|rules|client|contract|generated)/'],
};

const floors = Object.entries(rooms).map(([room, below]) => ({
  name: `floor-${room}`,
  comment: `src/${room} imports only lower layers of its own side.`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: tests },
  to: { path: '^(src|tests|scripts)/', pathNot: below },
}));

/** Allows a package in one place only, so that replacing it changes one folder. */
function keptIn(name, packages, places) {
  return {
    name: `kept-${name}`,
    comment: `Only ${places.join(', ')} may import ${packages}.`,
    severity: 'error',
    from: { pathNot: [...places, tests] },
    to: { path: `node_modules/(${packages})/` },
  };
}

/** Other folders import a sub-folder by its index.ts, or by the file with its name, so that its other files can move. */
const entrances = [
  { name: 'entrances-from-sub-folders', from: `^(${subFolder})/.`, own: ['^$1/'] },
  { name: 'entrances-from-elsewhere', from: `^(?!${subFolder}/.)`, own: [] },
].map(({ name, from, own }) => ({
  name,
  comment:
    'Import the index.ts of the sub-folder, or the file with its name, or export what you need there.',
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: {
    path: `^${subFolder}/`,
    pathNot: [
      `^${subFolder}/index[.]ts$`,
      // A single entrance is named like its folder.
      '^src/[^/]+/([^/]+)/\\1[.]ts$',
      // Few commands share a file with another one; the list of commands imports each of them.
      '^src/cli/(?!(shell|target|verify|output)/)[^/]+/[^/]+[.]ts$',
      '^src/cli/verify/verify-command[.]ts$',
      ...own,
    ],
  },
}));

export default {
  forbidden: [
    ...floors,
    {
      name: 'floor-suites',
      comment: 'A check imports the harness and the contract, never the answering side.',
      severity: 'error',
      from: { path: '^tests/', pathNot: [tests, ...bindings] },
      to: {
        path: '^(src|tests|scripts)/',
        pathNot: ['^tests/', '^src/(harness|monitor|client|contract|generated)/'],
      },
    },
    {
      name: 'target-only-for-bindings',
      comment: 'Only the Vitest bindings choose the target; a check gets a stage.',
      severity: 'error',
      from: { pathNot: [tests, ...bindings, '^vitest[.]config[.]ts$'] },
      to: { path: bindings },
    },
    {
      name: 'nothing-imports-the-top',
      comment: 'Nothing may import commands or scripts.',
      severity: 'error',
      from: { pathNot: ['^src/cli/', '^scripts/', tests, ...bindings] },
      to: { path: '^(src/cli|scripts)/' },
    },
    {
      name: 'cli-ships-alone',
      comment: 'The package contains src and the suites, so a command must not import a script.',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: tests },
      to: { path: '^scripts/' },
    },
    {
      name: 'rules-import-nothing',
      comment: 'A rule is a decision over plain values: no packages, built-ins or other folders.',
      severity: 'error',
      from: { path: '^src/rules/', pathNot: tests },
      to: { pathNot: '^src/rules/' },
    },
    {
      name: 'client-imports-one-package',
      comment: 'Whoever installs the client installs openapi-fetch and nothing else.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: tests },
      to: { pathNot: ['^src/(client|generated)/', 'node_modules/openapi-fetch/'] },
    },
    {
      name: 'client-types-in-one-file',
      comment: 'One file of the client knows the output of openapi-typescript.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: [tests, '^src/client/contract[.]ts$'] },
      to: { path: '^src/generated/api[.]ts$' },
    },
    {
      name: 'checks-know-no-runner',
      comment: 'A suite is a value; only *.test.ts uses Vitest.',
      severity: 'error',
      from: { path: '^(src|tests)/', pathNot: [tests, ...bindings] },
      to: { path: 'node_modules/(@?vitest)/' },
    },
    {
      name: 'support-is-for-tests',
      comment: 'No package contains what tests share.',
      severity: 'error',
      from: { pathNot: [tests, '^scripts/'] },
      to: { path: '^tests/(support|browser|slow|team)/' },
    },
    {
      name: 'second-service-stands-alone',
      comment: 'The second service must stay independent of the project.',
      severity: 'error',
      from: { path: '^tests/support/second-service/' },
      to: { pathNot: '^tests/support/second-service/', dependencyTypesNot: ['core'] },
    },
    keptIn('pairs', 'covertable', ['^tests/contract/scenarios/']),
    keptIn('prism', '@stoplight', ['^src/cli/mock/prism[.]ts$']),
    keptIn('store', 'libsql', ['^src/sandbox/', '^src/faults/']),
    keptIn('server', 'hono|@hono', ['^src/sandbox/', '^src/faults/', '^src/cli/mock/']),
    keptIn('shapes', 'ajv|ajv-formats', ['^src/contract/', '^scripts/']),
    keptIn('values', 'fast-check', ['^src/harness/', '^tests/property/', '^scripts/']),
    keptIn('options', 'commander', ['^src/cli/', '^scripts/(grade|track-record|site)[.]ts$']),
    keptIn('line', 'undici', ['^src/cli/target/network[.]ts$']),
    keptIn('history', 'immutable', ['^src/monitor/']),
    keptIn('raw', 'openapi-fetch', ['^src/client/transport/raw-client[.]ts$']),
    keptIn('msw', 'msw', ['^src/testing/msw[.]ts$']),
    {
      name: 'no-circular',
      comment: 'Merge the files, or move what they share into a third. Type-only imports count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...entrances,
    {
      name: 'resolvable',
      comment: 'The import does not resolve.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'shipped-code-needs-shipped-packages',
      comment: 'Shipped code must not import a development dependency.',
      severity: 'error',
      from: {
        path: '^(src|tests)/',
        // The client's package is bundled.
        pathNot: [
          tests,
          '^src/client/',
          // The script of the sandbox's page is bundled as well.
          '^src/sandbox/control/page/.*[.]tsx$',
          '^src/cli/mock/prism[.]ts$',
          '^src/testing/msw[.]ts$',
          ...bindings,
        ],
      },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|reports|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
};
