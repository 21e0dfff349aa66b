DROP TABLE used_passkey_challenges, passkeys, preferences, phone_codes, two_factor_secrets, security_answers, ssh_keys;
