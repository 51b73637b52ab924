/** Prism, as `bookdist mock` serves it: its list answer is the contract's one example, so it has less to send. */
import { startMock } from '../../src/cli/mock.ts';
import { report } from './served.ts';

const { url } = await startMock({ port: 0 });
const api = `${url}/v2/distribution`;
report({
  listUrl: `${api}/books?perPage=50`,
  bookUrl: `${api}/books/6f1c2f0e-8a3b-4c55-9d7e-0b6d1c1e4a01`,
  headers: { apikey: 'any' },
});
