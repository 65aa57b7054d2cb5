import { OPERATOR } from '../../audit-log/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { findShownChat, listPreferences, removeChat, stopNotifications } from '../../notifications/index.ts';
import { listMembers } from '../../people/index.ts';
import { CommandFailure } from '../frame/index.ts';
import { requireAccount, requireAccountHere } from './account.ts';

export async function list({ db }: Foundation, accountId: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const [members, chat] = await Promise.all([
    listPreferences(db.read, { accountId }),
    findShownChat(db.read, { accountId }),
  ]);
  return {
    data: [
      ...members.map(({ email, kinds, minimum, minimumCurrency, digestHour, digestDueAt }) => ({
        told: email,
        kinds,
        minimum: minimum && `${minimum} ${minimumCurrency}`,
        digest_hour: digestHour,
        digest_due_at: digestDueAt,
      })),
      ...(chat
        ? [
            {
              told: `${chat.service} ${chat.shownUrl}`,
              kinds: chat.kinds,
              minimum: chat.minimum && `${chat.minimum} ${chat.minimumCurrency}`,
              paused_at: chat.pausedAt,
            },
          ]
        : []),
    ],
  };
}

export interface StopOptions {
  account: string;
  email?: string;
  chat?: boolean;
}

export async function stop(
  { db }: Foundation,
  { account, email, chat = false }: StopOptions,
): Promise<object> {
  await requireAccountHere(db.read, account);
  return db.transaction(async (trx) => {
    const isChatRemoved = chat && (await removeChat(trx, account, OPERATOR));
    if (email === undefined) return { account_id: account, chat_removed: isChatRemoved };
    const members = await listMembers(trx, { accountId: account });
    const member = members.find((one) => one.email === email.toLowerCase());
    if (!member) throw new CommandFailure(`${email} does not belong to this account.`);
    const isStopped = await stopNotifications(trx, { ...member, accountId: account }, OPERATOR);
    return { account_id: account, email, stopped: isStopped, chat_removed: isChatRemoved };
  });
}
