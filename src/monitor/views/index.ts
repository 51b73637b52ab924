/** Compares what responses show of a book with what is known of it. */
export {
  readBookAnswers,
  readLeftOut,
  readListOrder,
  readOtherBook,
  readStatusAnswer,
} from './book-answers.ts';
export {
  confirmClaims,
  describePermitted,
  getPermittedValues,
  judgeView,
  learnBook,
  predictStatus,
  type View,
} from './book-view.ts';
export { judgeChapterOrder, readChapterOrder } from './chapter-order.ts';
export { judgeGone, judgeLeftBehind } from './gone-book.ts';
export {
  readChangeWithoutCall,
  readStatusChange,
  readStatusHabits,
  withNewBookStatus,
} from './status-view.ts';
export {
  conforms,
  drifts,
  formatValue,
  judgeCondition,
  type Judgement,
  noVerdicts,
  type ObservedReading,
  type Verdicts,
} from './verdicts.ts';
