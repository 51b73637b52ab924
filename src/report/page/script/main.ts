/** The script of our pages: filters, copy buttons, links and the list of exchanges. Pages are readable without it. */
import { startTheme } from '../../../design/browser.ts';
import { startDeepLinks } from './deep-links.ts';
import { startExchanges } from './exchanges.ts';
import { startFilters } from './filters.ts';
import { startDrawingFolds } from './elements.ts';
import { startComposing, startCopying, startPrinting } from './page-controls.ts';
import { startTriage } from './triage.ts';

startTheme();
startDrawingFolds();
startCopying();
startComposing();
startPrinting();
const showDrift = startTriage();
const showAll = startFilters();
const showExchange = startExchanges();
startDeepLinks({ showDrift, showAll, showExchange });
