/** Runs the contract suites against DISTRIBUTION_URL, or against a new sandbox. */
import { testContract } from '../../src/vitest/index.ts';
import { contractSections } from '../suite.ts';
import { optionsFromEnvironment } from '../options-from-environment.ts';

await testContract({
  sections: contractSections,
  options: [...optionsFromEnvironment(), '--own-sandbox', '--out', 'reports/contract'],
});
