import type { Answer, Client } from './client.js';

/** Applies a zone text. @param query such as `mode=replace` */
export function sendZoneText(
  client: Client,
  id: number,
  text: string,
  query = 'mode=replace',
  headers: Record<string, string> = {},
): Promise<Answer> {
  return client.send('POST', `/domains/${id}/zone-file?${query}`, text, headers);
}
