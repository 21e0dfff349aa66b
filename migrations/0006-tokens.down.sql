DROP TABLE kept_answer_counts, kept_answers, grants, token_restrictions, tokens, oauth_payloads, oauth_grants,
  authorized_apps;
DROP FUNCTION application_scopes, fits_names;
