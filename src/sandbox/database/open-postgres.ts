/** Opens PostgreSQL, whose driver is loaded only then. */
export async function openPostgres(url: string) {
  const postgres = await import('./postgres.ts');
  return postgres.openPostgres(url);
}
