/** Tests a service with the contract suites: that of DISTRIBUTION_URL, or our own sandbox. */
import { testContract } from '../../src/vitest/index.ts';
import { contractSections } from '../suite.ts';
import { optionsFromEnvironment } from '../options-from-environment.ts';

await testContract({
  sections: contractSections,
  options: [...optionsFromEnvironment(), '--own-sandbox', '--out', 'reports/contract'],
});
