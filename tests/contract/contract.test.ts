/** Asks the contract suites through Vitest: a sandbox of our own, or the service of DISTRIBUTION_URL. */
import { askInVitest } from '../ask-in-vitest.ts';
import { contractSections } from '../suite.ts';

askInVitest(contractSections);
