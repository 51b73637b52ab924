/** The script of our pages: filters, copy buttons, links and the list of exchanges. Pages are readable without it. */
import { startTheme } from '../../../design/browser.ts';
import { startDeepLinks, startFilters } from './filters.ts';
import { startExchanges } from './exchanges.ts';
import { startDrawingFolds, startCopying, startPrinting } from './elements.ts';
import { startTriage } from './triage.ts';

startTheme();
startDrawingFolds();
startCopying();
startPrinting();
const showDrift = startTriage();
const showAll = startFilters();
const showExchange = startExchanges();
startDeepLinks({ showDrift, showAll, showExchange });
