DROP TABLE attempts;
ALTER TABLE tokens DROP CONSTRAINT tokens_authorized_app_check;
DROP TRIGGER tokens_authorize_app ON tokens;
DROP FUNCTION authorize_app_of_token();
ALTER TABLE tokens DROP COLUMN authorized_app_id;
DROP TABLE authorized_apps;
DROP TABLE logins;
DROP TABLE trusted_devices;
DROP TABLE preferences;
DROP TABLE phone_codes;
DROP TABLE two_factor_secrets;
DROP TABLE security_answers;
DROP TABLE ssh_keys;
ALTER TABLE users
  DROP COLUMN email_notifications,
  DROP COLUMN timezone,
  DROP COLUMN authorized_keys,
  DROP COLUMN lish_auth_method,
  DROP COLUMN ip_whitelist_enabled,
  DROP COLUMN verified_phone_number;
ALTER TABLE accounts DROP COLUMN referral_code;
