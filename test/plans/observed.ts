import { jest } from '@jest/globals';
import pg from 'pg';

/** A statement that was sent to PostgreSQL. */
export interface Observed {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** The statement's name, without the number that each session adds; TypeORM's texts have only that. */
function ownName(name: string): string {
  return name.startsWith('typeorm.') ? name : name.replace(/\.\d+$/, '');
}

/** The distinct statements that the service sends while `work` runs, without BEGIN and the like. */
export async function statementsOf(work: () => Promise<void>): Promise<Observed[]> {
  const seen = new Map<string, Observed>();
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    for (const [statement] of spy.mock.calls as unknown as [Observed | string][]) {
      if (typeof statement !== 'string' && /\b(FROM|INTO|UPDATE)\b/.test(statement.text)) {
        seen.set(statement.text, { ...statement, ...(statement.name && { name: ownName(statement.name) }) });
      }
    }
  } finally {
    spy.mockRestore();
  }
  return [...seen.values()];
}
