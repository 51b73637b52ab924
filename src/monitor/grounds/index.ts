/** The reasons for which a service must or may refuse a call. */
export {
  detailsGrounds,
  hasGaps,
  hasNarrator,
  judgeFileFitness,
  narratorProof,
} from './audiobook-grounds.ts';
export { emptyBodyGrounds, readBody, schemaGrounds, toStatedId } from './body-grounds.ts';
export {
  accountRequirement,
  editGrounds,
  existenceGrounds,
  getKnownValue,
  hasNoOtherStatus,
  hidesDeletedBooks,
  isCertain,
  isDraft,
  isForeign,
  isKnown,
  isMadeUp,
  isUnknownBook,
  knowsAllFiles,
  mayHaveDisappeared,
  outOfReach,
} from './book-grounds.ts';
export { listCodeMarks, withCodeGrounds } from './code-grounds.ts';
export { completeExpectation, isAboutKey } from './complete-expectation.ts';
export {
  externalIdMark,
  findForeignHolders,
  findHolders,
  getSettledId,
  isSameExternalId,
  leavesNothing,
  mayShowDeletedHolder,
} from './external-ids.ts';
export { countDaysUntil, locateInWindow } from './final-version-window.ts';
export {
  anyRefusal,
  type CompleteExpectation,
  decides,
  type Expectation,
  type Ground,
  isMust,
  may,
  mayByState,
  must,
  mustAlso,
  type MustRefuse,
  refusalHabit,
  statusRefusal,
  when,
} from './grounds.ts';
export {
  classifyIsbn,
  describeIsbnMistake,
  isbnFormatMark,
  isbnGrounds,
  isbnUseGrounds,
  toIsbnDigits,
} from './isbn.ts';
export { fieldRequirements, getFieldName, getRequirements } from './named-fields.ts';
export {
  createQuestion,
  hasCreateInFlight,
  isDisturbed,
  type Question,
  readSentFields,
  readServiceTime,
} from './question.ts';
export {
  clockSlack,
  findFileByUrl,
  getAttachState,
  isBeforeDeadline,
  isBeingUploaded,
  unknownUploadMark,
} from './upload-url.ts';
