/**
 * A parameter of the path as text. Express gives one with slashes in parts; the last is empty for a
 * trailing slash (D-01).
 */
export function pathText(value: string | string[] | undefined): string {
  if (!Array.isArray(value)) return value ?? '';
  return (value.at(-1) === '' ? value.slice(0, -1) : value).join('/');
}
