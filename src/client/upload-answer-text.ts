/** Reads the beginning of an answer, however long it goes on. */

/** Enough for any refusal in XML. */
const most = 16_384;

/** At most 16 KiB of text; the rest is not waited for. */
export async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += decoder.decode(next.value, { stream: true });
      if (text.length > most) return text.slice(0, most);
    }
    return text;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
