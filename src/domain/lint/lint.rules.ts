import { setImmediate as nextTurn } from 'node:timers/promises';
import * as hosts from './host.rules.js';
import type { Flaw, LintRule } from './lint-rule.js';
import type { LintZone } from './lint-zone.js';
import * as mail from './mail.rules.js';
import * as sets from './set.rules.js';

/**
 * The rules by their codes, which are a closed list (D-243). Findings have this order.
 * docs/domains.md explains each code.
 */
export const LINT_RULES = {
  ns_without_address: hosts.NS_WITHOUT_ADDRESS,
  ns_is_cname: hosts.NS_IS_CNAME,
  mx_without_address: hosts.MX_WITHOUT_ADDRESS,
  mx_is_cname: hosts.MX_IS_CNAME,
  cname_to_nothing: hosts.CNAME_TO_NOTHING,
  spf_syntax: mail.SPF_SYNTAX,
  spf_lookups: mail.SPF_LOOKUPS,
  spf_several: mail.SPF_SEVERAL,
  dkim_syntax: mail.DKIM_SYNTAX,
  dmarc_syntax: mail.DMARC_SYNTAX,
  caa_nobody: sets.CAA_NOBODY,
  ttl_differs: sets.TTL_DIFFERS,
  hidden_by_delegation: sets.HIDDEN_BY_DELEGATION,
  www_missing: sets.WWW_MISSING,
  text_not_served: sets.TEXT_NOT_SERVED,
  srv_without_address: hosts.SRV_WITHOUT_ADDRESS,
} as const satisfies Readonly<Record<string, LintRule>>;

export type LintCode = keyof typeof LINT_RULES;
export const LINT_CODES = Object.keys(LINT_RULES) as LintCode[];

/** A flaw, with the code of its rule. */
export interface Finding extends Flaw {
  readonly code: LintCode;
}

/**
 * The weight that is checked between two pauses. Other requests wait for some milliseconds at most.
 */
const WEIGHT_PER_TURN = 500;
const CHARACTERS_PER_WEIGHT = 1000;

/** Checks a zone by all rules, in time linear to its records. */
export async function lint(zone: LintZone): Promise<Finding[]> {
  const findings: Finding[] = [];
  let weight = 0;
  for (const code of LINT_CODES) {
    for (const step of steps(LINT_RULES[code], zone)) {
      if (step.flaw) findings.push({ code, ...step.flaw });
      weight += step.weight;
      if (weight < WEIGHT_PER_TURN) continue;
      weight = 0;
      await nextTurn();
    }
  }
  return findings;
}

interface Step {
  readonly flaw: Flaw | undefined;
  readonly weight: number;
}

function* steps(rule: LintRule, zone: LintZone): Generator<Step> {
  if ('ofZone' in rule) yield { flaw: rule.ofZone(zone), weight: 1 };
  else if ('ofSet' in rule) {
    for (const set of zone.sets) {
      const { type, records } = set;
      if (rule.types?.includes(type) ?? true) yield { flaw: rule.ofSet(set, zone), weight: records.length };
    }
  } else {
    for (const record of zone.records) {
      if (!rule.types.includes(record.type)) continue;
      const message = rule.ofRecord(record, zone);
      const flaw = message === undefined ? undefined : { records: [record], message };
      yield { flaw, weight: 1 + record.target.length / CHARACTERS_PER_WEIGHT };
    }
  }
}
