/** A Next.js route, `app/api/books/route.ts`: a form becomes a draft with its cover; the key stays on the server. */
import { createDistribution, isDistributionError, isProblemError } from 'book-distribution-client';

const { DISTRIBUTION_URL: baseUrl = '', DISTRIBUTION_API_KEY: apiKey = '' } = process.env;
const { books } = createDistribution({ baseUrl, apiKey, timeoutMs: 10_000 });

/** The newest drafts, a page at a time: `GET /api/books?page=2`. */
export async function GET(request: Request): Promise<Response> {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
  return answered(async () => {
    const { data, meta } = await books.list({ perPage: 20 }).page(page);
    const rows = data.map(({ id, attributes }) => ({ id, title: attributes.title }));
    return Response.json({ rows, pages: meta.lastPage });
  });
}

export async function POST(request: Request): Promise<Response> {
  const form = await request.formData();
  const cover = form.get('cover');
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return answered(async () => {
    const { id } = await books.create({
      format: 'ebook',
      title: text('title'),
      externalId: text('externalId'),
      language: [text('language')],
      description: text('description'),
      category: [text('category')],
      copyright: 'SELF',
      saleTerritory: ['ALL'],
      publicationDate: text('publicationDate'),
      contributor: [{ firstName: text('first'), lastName: text('last'), role: 'Author' }],
      price: [{ currency: 'EUR', price: Number(text('price')) }],
    });
    if (cover instanceof File) {
      // Closing the page ends the upload. The draft stays, and the upload can be repeated.
      await books.upload(id, [{ role: 'ebook_cover', blob: cover }], { signal: request.signal });
    }
    return Response.json({ id }, { status: 201 });
  });
}

/** Shows a refusal of the service in the form. Other errors are rethrown, so that no internals appear. */
async function answered(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (isProblemError(error)) {
      const fields = error.invalidParams.map(({ name, reason }) => ({ name, reason }));
      return Response.json({ fields }, { status: 422 });
    }
    if (!isDistributionError(error)) throw error;
    console.error(error);
    return Response.json({ error: 'The book service cannot be reached.' }, { status: 502 });
  }
}
