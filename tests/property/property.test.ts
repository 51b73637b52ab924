/** Runs the property suites against DISTRIBUTION_URL, or against a new sandbox. */
import { testContract } from '../../src/vitest/index.ts';
import { propertySections } from '../suite.ts';
import { optionsFromEnvironment } from '../options-from-environment.ts';

await testContract({
  sections: propertySections,
  options: [...optionsFromEnvironment(), '--own-sandbox', '--out', 'reports/property'],
});
