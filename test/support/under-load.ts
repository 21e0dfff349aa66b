import { setTimeout } from 'node:timers/promises';
import type { Answer, Client } from './client.js';

export type Call = (client: Client) => Promise<Answer>;

export const CALLS: Call[] = [
  (client) => client.get('/vpcs'),
  (client) => client.put('/profile', { timezone: 'GMT' }),
  async (client) => {
    const { status, body, headers } = await client.post('/vpcs', { label: 'load', region: 'us-east' });
    return status === 200 ? client.delete(`/vpcs/${body.id}`) : { status, body, headers };
  },
];

/** Callers that ask without a pause until they are stopped. */
export function underLoad(client: Client, calls = CALLS, count = 6) {
  const answers: Pick<Answer, 'status' | 'body'>[] = [];
  let isOver = false;
  const callers = Array.from({ length: count }, async (_, turn) => {
    for (; !isOver; turn++) {
      const { status, body } = await calls[turn % calls.length]!(client).catch((error: Error) => ({
        status: 0,
        body: error.message,
      }));
      answers.push({ status, body });
    }
  });
  return {
    /** Resolves when the callers have so many answers. */
    answered: async (count: number) => {
      while (answers.length < count) await setTimeout(20);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(callers);
      return answers;
    },
  };
}
