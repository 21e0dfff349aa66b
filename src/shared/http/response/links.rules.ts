/** The position of a list response in its list. */
export interface AnsweredList {
  readonly page?: number;
  readonly pages?: number;
  readonly next_cursor?: string | null;
}

/**
 * The value of `Link`: the other parts of a list (RFC 8288, D-236). The references are relative,
 * because a proxy may use another host name. They keep the list's own query parameters; the client
 * repeats `X-Filter`.
 * @param more further parameters of the query: `notes=true`
 */
export function links(
  path: string,
  pageSize: number,
  { page, pages, next_cursor: next }: AnsweredList,
  more: readonly string[] = [],
): string {
  const link = (rel: string, position: string) =>
    `<${path}?${[position, `page_size=${pageSize}`, ...more].join('&')}>; rel="${rel}"`;
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
