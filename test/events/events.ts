import { assertEvent } from '../support/contract.ts';
import type { TestService } from '../support/service.ts';

export interface RecordedEvent {
  id: string;
  type: string;
  created: number;
  livemode: boolean;
  data: Record<string, string>;
}

/** An account's events as they are sent, ordered by type, each checked against the contract. */
export async function eventsOf({ database }: TestService, accountId: string): Promise<RecordedEvent[]> {
  const rows = await database.query(
    'select id, type, body from events where account_id = $1 order by type, id',
    [accountId],
  );
  return rows.map(({ id, type, body }) => {
    const event = JSON.parse(body as string) as RecordedEvent;
    assertEvent(event);
    if (event.id !== id || event.type !== type)
      throw new Error(`event ${String(id)} does not match its body`);
    return event;
  });
}
