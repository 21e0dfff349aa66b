/** Whether a change leaves every column as it is: TypeORM refuses such an update, and skips undefined values of others. */
export function setsNothing(change: object): boolean {
  return Object.values(change).every((value) => value === undefined);
}
