/** The texts of one kind of refusal. */
export interface CatalogueEntry {
  /** The text in each error body; `{limit}` stands for the detail of that name. */
  readonly reason: string;
  /** A short description of the failure, the same for each occurrence (RFC 9457, `title`). */
  readonly title: string;
  /** The rule and its purpose, for the person who got the refusal. */
  readonly explanation: string;
  /** The remedy for that person. */
  readonly remedy: string;
}
