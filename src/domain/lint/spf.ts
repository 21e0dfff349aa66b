import { isIPv4, isIPv6 } from 'node:net';

/** An SPF record (RFC 7208). */
export interface Spf {
  /** The first term that is not valid. */
  readonly invalid: string | undefined;
  /**
   * For each term that takes a DNS lookup, at most `MAX_LOOKUPS` + 1 of them: the domain whose SPF
   * record is evaluated, too; undefined for other terms and for macros.
   */
  readonly lookups: readonly (string | undefined)[];
}

/**
 * The most terms with a DNS lookup, including those of included records (RFC 7208, section 4.6.4).
 */
export const MAX_LOOKUPS = 10;

const VERSION = /^v=spf1(?: |$)/i;
const ATTEMPT = /^["'\s]*v=spf1(?![a-z0-9.])/i;
const MODIFIER = /^([a-z][a-z0-9_.-]*)=(.*)$/i;
const DIRECTIVE = /^[+?~-]?([a-z][a-z0-9]*)([:/].*)?$/i;
const PREFIX_LENGTHS = /(?:\/(0|[1-9]\d?))?(?:\/\/(0|[1-9]\d{0,2}))?$/;
const MACRO = /%(?:\{[slodiphcrtv]\d*r?[.\-+,/_=]*\}|[%_-])/gi;
const LITERALS = /^[\x21-\x24\x26-\x7e]*$/;
const TOP_LABEL = /^(?=.*[a-z-])[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** Whether a text is an SPF record, well-formed or not (RFC 7208, section 4.5). */
export function isSpf(text: string): boolean {
  return VERSION.test(text);
}

/** Whether a text is an attempt at an SPF record, such as a text in quotes. */
export function isSpfAttempt(text: string): boolean {
  return ATTEMPT.test(text);
}

export function parseSpf(text: string): Spf {
  const terms = text.split(' ').slice(1).filter(Boolean);
  const names = terms.map((term) => /^[+?~-]?([^:=/]*)/.exec(term)![1]!.toLowerCase());
  // Terms after `all` are never evaluated, and `redirect` is ignored beside it (RFC 7208, section
  // 5.1).
  const all = names.indexOf('all');
  const lookups: (string | undefined)[] = [];
  for (const [index, name] of names.entries()) {
    if (lookups.length > MAX_LOOKUPS) break;
    const isModifier = name === 'redirect';
    if (all !== -1 && (isModifier || index > all)) continue;
    if (isModifier || Object.hasOwn(ARGUMENTS.lookedUp, name)) lookups.push(followedBy(name, terms[index]!));
  }
  return { invalid: repeatedModifier(terms) ?? terms.find((term) => !isTerm(term)), lookups };
}

type ArgumentRule = (argument: string) => boolean;

/** The rule of each mechanism's argument, with its colon or slash (RFC 7208, section 5). */
const ARGUMENTS: Readonly<Record<'lookedUp' | 'others', Readonly<Record<string, ArgumentRule>>>> = {
  lookedUp: {
    include: isDomainArgument,
    a: isHostArgument,
    mx: isHostArgument,
    ptr: (argument) => argument === '' || isDomainArgument(argument),
    exists: isDomainArgument,
  },
  others: {
    all: (argument) => argument === '',
    ip4: (argument) => isNetwork(argument, isIPv4, 32),
    ip6: (argument) => isNetwork(argument, isIPv6, 128),
  },
};
const MECHANISMS = { ...ARGUMENTS.lookedUp, ...ARGUMENTS.others };

function isTerm(term: string): boolean {
  const [, modifier, value = ''] = MODIFIER.exec(term) ?? [];
  // Receivers ignore an unknown modifier, such as `include=`, so a mechanism's name is refused
  // here.
  if (modifier !== undefined) {
    const name = modifier.toLowerCase();
    if (name === 'redirect' || name === 'exp') return isDomainSpec(value);
    return !Object.hasOwn(MECHANISMS, name) && isMacroString(value);
  }
  const [, mechanism = '', argument = ''] = DIRECTIVE.exec(term) ?? [];
  const name = mechanism.toLowerCase();
  return Object.hasOwn(MECHANISMS, name) && MECHANISMS[name]!(argument);
}

/** Finds a second `redirect` or `exp`; each may occur once (RFC 7208, section 6). */
function repeatedModifier(terms: readonly string[]): string | undefined {
  for (const modifier of [/^redirect=/i, /^exp=/i]) {
    const second = terms.filter((term) => modifier.test(term))[1];
    if (second !== undefined) return second;
  }
  return undefined;
}

function isDomainArgument(argument: string): boolean {
  return argument.startsWith(':') && isDomainSpec(argument.slice(1));
}

/**
 * Whether the argument is an optional domain with optional prefix lengths: `:example.com/24//64`.
 */
function isHostArgument(argument: string): boolean {
  const [lengths, ip4 = '0', ip6 = '0'] = PREFIX_LENGTHS.exec(argument)!;
  const domain = argument.slice(0, argument.length - lengths.length);
  return Number(ip4) <= 32 && Number(ip6) <= 128 && (domain === '' || isDomainArgument(domain));
}

function isNetwork(argument: string, isAddress: (text: string) => boolean, bits: number): boolean {
  const [address = '', length, ...more] = argument.slice(1).split('/');
  const isLength = length === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= bits);
  return (
    argument.startsWith(':') && isAddress(address) && !address.includes('%') && isLength && more.length === 0
  );
}

/** Whether the text is a name that ends in a top label or in a macro (RFC 7208, section 7.1). */
function isDomainSpec(text: string): boolean {
  if (!isMacroString(text)) return false;
  const plain = text.replace(MACRO, '%');
  if (plain.endsWith('%')) return true;
  const labels = plain.replace(/\.$/, '').split('.');
  return labels.length > 1 && TOP_LABEL.test(labels.at(-1)!);
}

function isMacroString(text: string): boolean {
  return LITERALS.test(text.replace(MACRO, ''));
}

function followedBy(name: string, term: string): string | undefined {
  const domain = term.slice(term.search(/[:=]/) + 1);
  return (name === 'include' || name === 'redirect') && !domain.includes('%') ? domain : undefined;
}
