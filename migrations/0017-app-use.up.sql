-- The day on which it last got a token (UTC). Its tokens know of later uses, but end before it.
ALTER TABLE authorized_apps ADD COLUMN last_used date;
