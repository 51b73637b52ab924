/** The script of our pages: it filters, copies, follows links and unpacks. The pages are readable without it. */
import { startDeepLinks } from './deep-links.ts';
import { startExchanges } from './exchanges.ts';
import { startFilters } from './filters.ts';
import { drawOpenedFolds } from './elements.ts';
import { startComposing, startCopying, startPrinting, startTheme } from './page-controls.ts';
import { startTriage } from './triage.ts';

document.documentElement.classList.add('js');
startTheme();
drawOpenedFolds();
startCopying();
startComposing();
startPrinting();
const triage = startTriage();
const showAll = startFilters();
const showExchange = startExchanges();
startDeepLinks({ showAll, triage, showExchange });
