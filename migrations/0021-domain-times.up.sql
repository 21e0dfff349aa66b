-- When a domain was created and last changed (D-260), and since when it has its name (D-203). Domains from before this
-- migration get its time.
ALTER TABLE domains
  ADD COLUMN created timestamptz(0) NOT NULL DEFAULT now(),
  ADD COLUMN updated timestamptz(0) NOT NULL DEFAULT now(),
  ADD COLUMN named timestamptz(0) NOT NULL DEFAULT now();

-- D-263: the minimum, which is the TTL of negative answers, is at most an hour.
CREATE OR REPLACE VIEW pdns.soa AS
  SELECT d.id AS domain_id, d.domain AS name, coalesce(nullif(d.ttl_sec, 0), 86400) AS ttl,
    format('%s. %s %s %s %s %s %s', n.name, pdns.responsible_name(d.soa_email, d.domain), d.serial,
      coalesce(nullif(d.refresh_sec, 0), 14400), coalesce(nullif(d.retry_sec, 0), 14400),
      coalesce(nullif(d.expire_sec, 0), 1209600), least(coalesce(nullif(d.ttl_sec, 0), 86400), 3600)) AS content
  FROM domains d JOIN pdns.nameservers n ON n.position = 1
  WHERE d.type = 'master' AND d.status = 'active';
