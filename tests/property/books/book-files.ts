/** Gives a book every file its format needs. */
import type { GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import { attachOf, grantOf } from '../../contract/steps/index.ts';
import { missingRole, type BookModel } from './book-model.ts';

/** Attaches one file of each role; gives back what was attached. */
export async function grantsOf(t: Stage, model: BookModel): Promise<GrantedFile[]> {
  const files: GrantedFile[] = [];
  for (;;) {
    const role = missingRole({ ...model, files });
    if (role === undefined) return files;
    const grant = await grantOf(t, model, t.make.sample(role));
    t.need.accepted(await t.ask.put(grant.url, grant.file.bytes, grant.file.contentType));
    t.need.accepted(await attachOf(t, model, grant));
    files.push(grant);
  }
}
