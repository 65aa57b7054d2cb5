import { OPERATOR } from '../../../src/audit-log/index.ts';
import { createChats } from '../../../src/notifications/index.ts';
import { createAddressGuard } from '../../../src/lib/outgoing/address-guard.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import type { RouteFixtures } from '../fixtures.ts';

const URL = 'https://hooks.slack.com/services/T000/B000/secret-of-the-chat';
const CHOSEN = { kinds: 'payment', minimum: '100', currency: 'MXN' };
const CHAT = { ...CHOSEN, service: 'slack', url: URL, language: 'en' };

/** An account with a chat that is set up, and that no test posts to. */
export async function setUpChat({ foundation }: TestService, { id }: TestAccount): Promise<void> {
  const chats = createChats({
    keyring: foundation.keyring,
    guard: createAddressGuard({ allowCidrs: [] }),
    client: { post: () => Promise.reject(new Error('no test posts to it')) },
    panelUrl: () => 'https://panel.example.com/panel',
  });
  await foundation.db.transaction((trx) =>
    chats.save(trx, id, OPERATOR, { ...CHAT, language: 'en', kinds: ['payment', 'review'], minimum: null }),
  );
}

const withChat =
  (form: Record<string, string> = {}) =>
  async (service: TestService, account: TestAccount): Promise<Record<string, string>> => {
    await setUpChat(service, account);
    await service.database.query('update chat_webhooks set paused_at = now() where account_id = $1', [
      account.id,
    ]);
    return form;
  };

export const NOTIFICATION_FIXTURES: RouteFixtures = {
  makers: {},
  forms: {
    '/panel/accounts/:account/notifications/save': () => ({ ...CHOSEN, digest_hour: '8' }),
    '/panel/accounts/:account/notifications/chat/save': () => CHAT,
    '/panel/accounts/:account/notifications/chat/remove': withChat(),
    '/panel/accounts/:account/notifications/chat/resume': withChat(),
  },
};
