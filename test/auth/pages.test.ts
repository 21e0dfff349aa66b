import { consentPage } from '../../src/auth/pages/consent.page.js';
import { html } from '../../src/auth/pages/html.js';
import { loginPage } from '../../src/auth/pages/login.page.js';
import { pageHeaders } from '../../src/auth/pages/page.headers.js';
import { describeScope } from '../../src/auth/pages/scope-descriptions.js';
import { createHash } from 'node:crypto';

const frame = { serviceName: 'Cloud <b>Service</b>' };
const areas =
  'account child_account databases domains events firewall images instances ips lke longview nodebalancers ' +
  'object_storage stackscripts volumes vpc';

describe('sign-in pages', () => {
  it('[D-148] escape every value, in text and in attributes', () => {
    expect(String(html`<p title="${`"'<>&`}">${`<script>`}</p>`)).toBe(
      '<p title="&#34;&#39;&#60;&#62;&#38;">&#60;script&#62;</p>',
    );
  });

  it('[D-148] show names literally', () => {
    const page = loginPage(frame, {
      clientLabel: '<i>App</i>',
      csrf: 'c',
      trustedDeviceDays: 30,
      passkeyOptions: { challenge: '"><i>' },
      username: '"x',
    });
    expect(page).toContain('&#60;i&#62;App&#60;/i&#62;');
    expect(page).toContain('value="&#34;x"');
    expect(page).not.toMatch(/<i>|<b>/);
  });

  it('[D-148] allow exactly their own style and their one script', () => {
    const page = loginPage(frame, { csrf: 'c', trustedDeviceDays: 30, passkeyOptions: {} });
    const digest = (element: string) => {
      const [, text = ''] = new RegExp(`<${element}>([^]*)</${element}>`).exec(page) ?? [];
      return `${element}-src 'sha256-${createHash('sha256').update(text).digest('base64')}';`;
    };
    const policy = pageHeaders()['Content-Security-Policy'];
    expect(policy).toContain(digest('style'));
    expect(policy).toContain(digest('script'));
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each(areas.split(' '))('[D-149] describe %s in words, and read_write as more than read_only', (area) => {
    const view = describeScope(`${area}:read_only`);
    const change = describeScope(`${area}:read_write`);
    expect(view.text).toMatch(/^View .+\.$/);
    expect(change.text.startsWith(view.text.slice(0, -1))).toBe(true);
    expect(change.text).not.toBe(view.text);
  });

  it('[D-149] warn of full access', () => {
    const page = consentPage(frame, {
      clientLabel: 'App',
      returnsTo: 'app.example.com',
      scopes: ['*'],
      username: 'ada',
      csrf: 'c',
    });
    expect(page).toContain('asks for full access');
  });

  it('[D-149] link a website only by http and https', () => {
    const consent = { clientLabel: 'App', returnsTo: 'x', scopes: [], username: 'ada', csrf: 'c' };
    expect(consentPage(frame, { ...consent, website: 'javascript:alert(1)' })).not.toContain('javascript:');
    expect(consentPage(frame, { ...consent, website: 'https://app.example.com' })).toContain(
      'href="https://app.example.com"',
    );
  });
});
