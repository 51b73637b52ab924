/** Observes publication dates where the document is silent (Book). */
import { observe, section } from '../../../src/harness/suite/index.ts';
import { otherDateFormats, getYear } from '../../../src/harness/values/index.ts';
import { getScratchBook } from '../steps/index.ts';

const needsWrite = { needs: ['write'] } as const;

export const observedDate = section('Publication date, where the document is silent', [
  observe(
    'date.form',
    async (t) => {
      const { id } = await getScratchBook(t);
      for (const { value } of otherDateFormats(getYear(t.clock.today()) + 1).slice(0, 3)) {
        const exchange = await t.ask.update(id, { publicationDate: value });
        if (exchange.response.status < 300) return 'lenient';
      }
      return 'strict';
    },
    needsWrite,
  ),
  observe(
    'date.wrong-type',
    async (t) => {
      const { id } = await getScratchBook(t);
      const json = { publicationDate: 20_310_615 };
      const exchange = await t.wire({ method: 'PATCH', path: `/books/${id}`, json });
      return String(exchange.response.status);
    },
    needsWrite,
  ),
]);
