/** What an answer of a list says about its place, as it leaves. */
export interface AnsweredList {
  readonly page?: number;
  readonly pages?: number;
  readonly next_cursor?: string | null;
}

/**
 * The other parts of a list as the value of `Link` (RFC 8288, D-236). The references are relative to the service, which may
 * have other names before a proxy, and hold what of the query the list knows: `X-Filter` goes with each request.
 */
export function links(
  path: string,
  pageSize: number,
  { page, pages, next_cursor: next }: AnsweredList,
): string {
  const link = (rel: string, place: string) => `<${path}?${place}&page_size=${pageSize}>; rel="${rel}"`;
  if (page === undefined || pages === undefined) {
    const onwards = next ? [link('next', `cursor=${next}`)] : [];
    return [link('first', 'cursor='), ...onwards].join(', ');
  }
  const found = [link('first', 'page=1')];
  if (page > 1) found.push(link('prev', `page=${Math.min(page - 1, pages)}`));
  if (page < pages) found.push(link('next', `page=${page + 1}`));
  found.push(link('last', `page=${pages}`));
  return found.join(', ');
}
