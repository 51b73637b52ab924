/** The script of our pages: everything is there to read without it; it filters, copies, follows links and unpacks. */
import { startCopying } from './copying.ts';
import { startDeepLinks } from './deep-links.ts';
import { startExchanges } from './exchanges.ts';
import { startFilters } from './filters.ts';
import { startPrinting } from './printing.ts';
import { startTheme } from './theme.ts';

startTheme();
startCopying();
startPrinting();
const showAll = startFilters();
const showExchange = startExchanges();
startDeepLinks(showAll, showExchange);
