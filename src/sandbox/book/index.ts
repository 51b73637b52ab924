/** Books, upload grants and accounts as the sandbox stores them. */
export {
  createKeyAccounts,
  isSameSecret,
  createNamedAccounts,
  formatUuid,
  type Account,
  type Accounts,
  type AccountSettings,
} from './accounts.ts';
export {
  type AttachedFile,
  type Book,
  type Chapter,
  type Contributor,
  type Fields,
  type Grant,
  type Price,
} from './book.ts';
