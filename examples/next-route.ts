/** A Next.js route, `app/api/books/route.ts`, which creates a draft from a form with a cover. The key stays on the server. */
import { createDistribution, isDistributionError, isProblemError } from 'book-distribution-client';

const { DISTRIBUTION_URL: baseUrl = '', DISTRIBUTION_API_KEY: apiKey = '' } = process.env;
const { books } = createDistribution({ baseUrl, apiKey, timeoutMs: 10_000 });

/** Returns one page of the books: `GET /api/books?page=2`. */
export async function GET(request: Request): Promise<Response> {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
  return respond(async () => {
    const { data, meta } = await books.list({ perPage: 20 }).page(page);
    const rows = data.map(({ id, attributes }) => ({ id, title: attributes.title }));
    return Response.json({ rows, pages: meta.lastPage });
  });
}

export async function POST(request: Request): Promise<Response> {
  const form = await request.formData();
  const cover = form.get('cover');
  const readField = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return respond(async () => {
    const { id } = await books.create({
      format: 'ebook',
      title: readField('title'),
      externalId: readField('externalId'),
      language: [readField('language')],
      description: readField('description'),
      category: [readField('category')],
      copyright: 'SELF',
      saleTerritory: ['ALL'],
      publicationDate: readField('publicationDate'),
      contributor: [{ firstName: readField('first'), lastName: readField('last'), role: 'Author' }],
      price: [{ currency: 'EUR', price: Number(readField('price')) }],
    });
    if (cover instanceof File) {
      // If the user closes the page, the upload ends. The draft stays, and the upload can be repeated.
      await books.upload(id, [{ role: 'ebook_cover', blob: cover }], { signal: request.signal });
    }
    return Response.json({ id }, { status: 201 });
  });
}

/** Returns the fields that the service refused, or a 502 without details for other errors of the client. */
async function respond(work: () => Promise<Response>): Promise<Response> {
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
