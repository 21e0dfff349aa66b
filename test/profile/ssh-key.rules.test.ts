import { authorizedKeysFault, sshKeyFault, trimmedSshKey } from '../../src/profile/ssh-keys/ssh-key.rules.js';

const BODY = 'AAAAC3NzaC1lZDI1NTE5AAAAIExample';
const LIST = 'ssh-dss, ssh-rsa, ecdsa-sha2-nistp, ssh-ed25519, sk-ecdsa-sha2-nistp256, or sk-ssh-ed25519';
const REFUSED = `SSH Key key-type must be ${LIST}.`;

describe('[D-75] a public SSH key', () => {
  it.each([
    ['DSA', `ssh-dss ${BODY}`],
    ['RSA with a comment', `ssh-rsa ${BODY} me@example.com`],
    ['a comment of several words', `ssh-rsa ${BODY} my old laptop`],
    ['ECDSA 256', `ecdsa-sha2-nistp256 ${BODY}`],
    ['ECDSA 384', `ecdsa-sha2-nistp384 ${BODY}`],
    ['ECDSA 521', `ecdsa-sha2-nistp521 ${BODY}`],
    ['Ed25519', `ssh-ed25519 ${BODY}`],
    ['a security key, short', `sk-ecdsa-sha2-nistp256 ${BODY}`],
    ['a security key as ssh-keygen writes it', `sk-ecdsa-sha2-nistp256@openssh.com ${BODY}`],
    ['an Ed25519 security key', `sk-ssh-ed25519 ${BODY}`],
    ['an Ed25519 security key as ssh-keygen writes it', `sk-ssh-ed25519@openssh.com ${BODY}`],
    ['a final line break of a pasted file', `ssh-ed25519 ${BODY}\n`],
    ['a tab between type and body', `ssh-ed25519\t${BODY}`],
    ['several blanks between type and body', `ssh-ed25519 \t  ${BODY}`],
    ['a tab inside the comment', `ssh-ed25519 ${BODY} my\tlaptop`],
    ['a body that is not decoded', 'ssh-ed25519 x'],
    ['the longest', `ssh-ed25519 ${'A'.repeat(16384 - 12)}`],
    ['[D-11] the longest, with characters outside the BMP', `ssh-ed25519 x ${'😀'.repeat(16384 - 14)}`],
    ['the longest with white space around', ` ssh-ed25519 ${'A'.repeat(16384 - 12)} \n`],
  ])('accepts %s', (_, key) => {
    expect(sshKeyFault(key)).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['a type without a body', 'ssh-rsa'],
    ['a type and a space', 'ssh-rsa '],
    ['an unknown type', `ssh-foo ${BODY}`],
    ['a longer type', `xssh-rsa ${BODY}`],
    ['a type that goes on', `ssh-rsa2 ${BODY}`],
    ['another blank between type and body', `ssh-rsa\u00a0${BODY}`],
    ['another curve', `ecdsa-sha2-nistp224 ${BODY}`],
    ['no curve', `ecdsa-sha2-nistp ${BODY}`],
    ['a curve that no security key has', `sk-ecdsa-sha2-nistp384@openssh.com ${BODY}`],
    ['a foreign suffix', `sk-ssh-ed25519@example.com ${BODY}`],
    ['the suffix on a plain type', `ssh-ed25519@openssh.com ${BODY}`],
    ['upper case', `SSH-RSA ${BODY}`],
    ['two lines', `ssh-rsa ${BODY}\nssh-rsa ${BODY}`],
    ['a carriage return inside', `ssh-rsa ${BODY}\rx`],
    ['a line separator inside', `ssh-rsa ${BODY} a\u2028b`],
    ['a control character', `ssh-rsa ${BODY} a\u001bb`],
    ['options before the type', `no-pty ssh-rsa ${BODY}`],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
  ])('refuses %s', (_, key) => {
    expect(sshKeyFault(key)?.reason).toBe(REFUSED);
  });

  it.each([
    ['one character too many', `ssh-ed25519 ${'A'.repeat(16384 - 11)}`],
    ['[D-11] one outside the BMP too many', `ssh-ed25519 x ${'😀'.repeat(16384 - 13)}`],
    ['a long text that is none at all', 'x'.repeat(16385)],
  ])('refuses %s', (_, key) => {
    expect(sshKeyFault(key)?.reason).toBe('Length must be 1-16384 characters');
  });

  it('is stored trimmed', () => {
    expect(trimmedSshKey(`  ssh-rsa ${BODY} me \n`)).toBe(`ssh-rsa ${BODY} me`);
  });
});

describe('[D-66] authorized keys', () => {
  it('may be none', () => {
    expect(authorizedKeysFault([])).toBeUndefined();
  });

  it('names the first faulty key, counted from 1', () => {
    expect(authorizedKeysFault([`ssh-rsa ${BODY}`, 'ssh-foo x', 'y'])?.reason).toBe(
      `SSH Key 2 key-type must be ${LIST}.`,
    );
  });
});
