-- What all zones show beside what their domains say: the release's form and NAMESERVERS. While a new form is carried to all zones,
-- `raised_to` is the last domain whose serial was raised for it; afterwards it is null (D-292).
CREATE TABLE pdns.zone_form (
  is_only boolean PRIMARY KEY DEFAULT true,
  form text NOT NULL,
  raised_to bigint,
  CONSTRAINT zone_form_is_only_check CHECK (is_only)
);
