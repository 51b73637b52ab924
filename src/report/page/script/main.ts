/** The script of our pages: filters, copy buttons, links and the list of exchanges. Pages are readable without it. */
import { startDeepLinks } from './deep-links.ts';
import { startExchanges } from './exchanges.ts';
import { startFilters } from './filters.ts';
import { startDrawingFolds } from './elements.ts';
import { startComposing, startCopying, startPrinting, startTheme } from './page-controls.ts';
import { startTriage } from './triage.ts';

document.documentElement.classList.add('js');
startTheme();
startDrawingFolds();
startCopying();
startComposing();
startPrinting();
const showDrift = startTriage();
const showAll = startFilters();
const showExchange = startExchanges();
startDeepLinks({ showDrift, showAll, showExchange });
