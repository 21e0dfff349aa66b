/** What the service says about one kind of refusal. */
export interface CatalogueEntry {
  /** The text that every client gets; `{limit}` stands for the detail of that name. */
  readonly reason: string;
  /** What happened, in a few words that are the same for every occurrence (RFC 9457, `title`). */
  readonly title: string;
  /** What the rule is, and why it is there, for the person who got the refusal. */
  readonly explanation: string;
  /** What that person can do about it. */
  readonly remedy: string;
}
