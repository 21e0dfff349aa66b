const MAX_LENGTH = 254;
// RFC 5322 section 3.2.3: atext, in a dot-atom.
const LOCAL = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN_LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;

/** Whether `value` is an address in the form of D-70: `local@two.labels`. */
export function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  if (value.length > MAX_LENGTH || at < 1 || !LOCAL.test(value.slice(0, at))) return false;
  const labels = value.slice(at + 1).split('.');
  return labels.length >= 2 && labels.every((label) => DOMAIN_LABEL.test(label));
}
