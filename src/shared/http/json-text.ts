/** An answer that is JSON already: it leaves as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}
