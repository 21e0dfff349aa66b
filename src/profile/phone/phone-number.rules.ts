import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';

/** The reason to refuse a number (D-81). */
export const NOT_A_PHONE_NUMBER = 'Not a valid phone number';

/** Longer texts are no numbers; the parser need not see them. */
export const PHONE_NUMBER_MAX_LENGTH = 100;

/** Whether this is a two-letter ISO 3166 code of a country with telephone numbers, in any case (D-81). */
export function isCountryCode(isoCode: string): boolean {
  return /^[A-Za-z]{2}$/.test(isoCode) && isSupportedCountry(isoCode.toUpperCase());
}

/**
 * The number in E.164 (`+15555555555`) when it is possible for the country, written nationally or internationally;
 * else undefined (D-81). `isoCode` is one that `isCountryCode` accepts.
 */
export function e164Number(phoneNumber: string, isoCode: string): string | undefined {
  const country = isoCode.toUpperCase() as CountryCode;
  const number = parsePhoneNumberFromString(phoneNumber, { defaultCountry: country, extract: false });
  if (!number?.isPossible() || number.ext) return undefined;
  // A possible number that no country has in use yet has no country: then its calling code must be the country's.
  const belongs = number.country
    ? number.country === country
    : number.countryCallingCode === getCountryCallingCode(country);
  return belongs ? number.number : undefined;
}
