import { SCRIPT_SOURCE } from './passkey.script.js';
import { STYLE_SOURCE } from './page.style.js';

/**
 * The security headers of the pages (D-159).
 * @param formTarget the scheme of an app that a form may lead to besides this service
 */
export function pageHeaders(formTarget?: string): Record<string, string> {
  const formAction = ["'self'", formTarget].filter(Boolean).join(' ');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${SCRIPT_SOURCE}`,
      `style-src ${STYLE_SOURCE}`,
      'img-src data:',
      `form-action ${formAction}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
