/** Tests a service with the property suites: that of DISTRIBUTION_URL, or a sandbox of its own. */
import { testContract } from '../../src/vitest/index.ts';
import { propertySections } from '../suite.ts';
import { optionsFromEnvironment } from '../options-from-environment.ts';

await testContract({
  sections: propertySections,
  options: [...optionsFromEnvironment(), '--out', 'reports/property'],
});
