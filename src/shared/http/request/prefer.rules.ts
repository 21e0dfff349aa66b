/** The value of a preference in the header `Prefer` (RFC 7240); undefined without it. */
export function preference(header: string | undefined, name: string): string | undefined {
  const found = new RegExp(`(?:^|[,;])\\s*${name}\\s*=\\s*"?([^\\s",;]+)"?\\s*(?:$|[,;])`, 'i').exec(
    header ?? '',
  );
  return found?.[1];
}
