/** Settings that outlive the process. */
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { settingQueries } from './grant-queries.ts';
import type { Store } from './store.ts';

export type SettingStore = Pick<Store, 'setting' | 'writeSetting'>;

export function settingStore(db: Kysely<Tables>): SettingStore {
  const queries = settingQueries(db);
  return {
    setting: async (name, initial) => {
      await queries.insertSetting({ name, text: initial() });
      return (await queries.readSetting({ name })).rows[0]?.text ?? initial();
    },
    writeSetting: async (name, text) => {
      await queries.writeSetting({ name, text });
    },
  };
}
