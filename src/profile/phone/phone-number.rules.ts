import type { CountryCode } from 'libphonenumber-js/max';
import { atFirstUse } from '../../shared/library-at-first-use.js';

const library = atFirstUse<typeof import('libphonenumber-js/max')>('libphonenumber-js/max');

/** The longest text that the parser gets. */
export const PHONE_NUMBER_MAX_LENGTH = 100;

/**
 * Whether this is the ISO 3166 code (two letters, in any case) of a country with telephone numbers
 * (D-81).
 */
export function isCountryCode(isoCode: string): boolean {
  return /^[A-Za-z]{2}$/.test(isoCode) && library().isSupportedCountry(isoCode.toUpperCase());
}

/**
 * The number in E.164 (`+15555555555`), from national or international notation; undefined when it
 * is not possible in the country (D-81).
 * @param isoCode a code that `isCountryCode` accepts
 */
export function e164Number(phoneNumber: string, isoCode: string): string | undefined {
  const country = isoCode.toUpperCase() as CountryCode;
  const { getCountryCallingCode, parsePhoneNumberFromString } = library();
  const number = parsePhoneNumberFromString(phoneNumber, { defaultCountry: country, extract: false });
  if (!number?.isPossible() || number.ext) return undefined;
  // A possible number that is not in use has no country: compare its calling code instead.
  const belongs = number.country
    ? number.country === country
    : number.countryCallingCode === getCountryCallingCode(country);
  return belongs ? number.number : undefined;
}
