import { Column } from 'typeorm';

/** The column `account_id` of a table whose trigger fills it: statements of TypeORM neither give nor read it. */
export function FilledAccountId(): PropertyDecorator {
  return Column({ type: 'bigint', name: 'account_id', select: false, insert: false, update: false });
}
