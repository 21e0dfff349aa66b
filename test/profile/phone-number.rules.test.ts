import { e164Number, isCountryCode } from '../../src/profile/phone/phone-number.rules.js';

describe('[D-81] a country', () => {
  it.each([
    ['US', true],
    ['us', true],
    ['gB', true],
    ['XX', false],
    ['USA', false],
    ['U', false],
    ['', false],
    ['1', false],
    ['001', false],
    ['ß', false],
    ['\ufb01', false],
    ['ıt', false],
    ['US ', false],
  ])('%j: %s', (code, accepted) => {
    expect(isCountryCode(code)).toBe(accepted);
  });
});

describe('[D-81] a phone number', () => {
  it.each([
    ['national', '555-555-5555', 'US', '+15555555555'],
    ['national with the country in lower case', '(555) 555 5555', 'us', '+15555555555'],
    ['international', '+1 555 555 5555', 'US', '+15555555555'],
    ['in use', '212 555 2368', 'US', '+12125552368'],
    ['with a trunk prefix', '030 901820', 'DE', '+4930901820'],
    ['of a country that shares its calling code', '416 555 0123', 'CA', '+14165550123'],
  ])('%s becomes E.164', (_, number, country, e164) => {
    expect(e164Number(number, country)).toBe(e164);
  });

  it.each([
    ['too short', '555', 'US'],
    ['too long', '555555555555555', 'US'],
    ['of another country', '+44 20 7946 0958', 'US'],
    ['of another country with the same calling code', '416 555 0123', 'US'],
    ['in use nowhere yet, with the calling code of another country', '+1 555 555 5555', 'DE'],
    ['possible, of no country: satellites', '+870 773 123456', 'US'],
    ['with an extension', '212 555 2368 ext. 12', 'US'],
    ['inside other text', 'call 212 555 2368', 'US'],
    ['empty', '', 'US'],
    ['letters', 'number', 'US'],
  ])('%s is refused', (_, number, country) => {
    expect(e164Number(number, country)).toBeUndefined();
  });
});
