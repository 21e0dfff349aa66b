import { HOST_LABEL, isAllDigits, MAX_NAME_LENGTH, toAscii } from './names.rules.js';

/**
 * Converts a domain name to its stored form: lower case, A-labels, no final period (D-91). The
 * service shows and compares names in this form.
 * @returns undefined when the name is not valid
 */
export function normaliseDomain(value: string): string | undefined {
  const name = toAscii(value)?.replace(/\.$/, '').toLowerCase();
  if (name === undefined || name.length > MAX_NAME_LENGTH) return undefined;
  const labels = name.split('.');
  const valid =
    labels.length >= 2 && labels.every((label) => HOST_LABEL.test(label)) && !isAllDigits(labels.at(-1)!);
  return valid ? name : undefined;
}
