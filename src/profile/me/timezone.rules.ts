/** Names that Intl accepts because ICU has them, although IANA does not list them. */
const NOT_IANA =
  /^(?:SystemV\/.+|ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST)$/i;
const NAME = /^[A-Za-z]/;

/** Whether this is a name or link of the IANA time zone database (D-71). */
export function isTimezone(name: string): boolean {
  return NAME.test(name) && !NOT_IANA.test(name) && isKnownToIntl(name);
}

function isKnownToIntl(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
