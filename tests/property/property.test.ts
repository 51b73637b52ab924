/** Asks the property suites through Vitest: a sandbox of our own, or the service of DISTRIBUTION_URL. */
import { askInVitest } from '../ask-in-vitest.ts';
import { propertySections } from '../suite.ts';

askInVitest(propertySections);
