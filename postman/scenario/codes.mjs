/** Codes that reach a person by another way than the API, as scripts that Postman runs before a request. */

/** Of the text message: from the inbox of the test run, or as the environment has it. */
export const CODE_OF_THE_MESSAGE = `
const inbox = pm.environment.get('inboxUrl');
if (inbox) {
  pm.sendRequest(inbox, (error, response) => pm.environment.set('otpCode', response.text()));
}
`.trim();

/** RFC 6238: six digits of an HMAC-SHA-1 over the number of the half minute. */
export const TOTP_CODE = `
const crypto = require('crypto-js');
const bits = Array.from(pm.collectionVariables.get('tfaSecret'), (letter) =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
).join('');
const key = bits.match(/.{8}/g).map((byte) => parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
const step = Math.floor(Date.now() / 30000).toString(16).padStart(16, '0');
const mac = crypto.HmacSHA1(crypto.enc.Hex.parse(step), crypto.enc.Hex.parse(key)).toString();
const offset = parseInt(mac.slice(-1), 16) * 2;
const number = parseInt(mac.slice(offset, offset + 8), 16) & 0x7fffffff;
pm.collectionVariables.set('tfaCode', String(number % 1000000).padStart(6, '0'));
`.trim();
