import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { panelRoutes } from '../../src/panel/areas.ts';
import type { Route } from '../../src/panel/request/route.ts';
import type { PanelServices } from '../../src/panel/request/services.ts';
import { startService, type TestService } from '../support/service.ts';
import { forgetProofs, join, peopleOf } from './people.ts';

const ASKS = 'asks';
const COLLECTS = 'no: it is about being paid, and whatever is paid is credited to the account';
const NOTES = 'no: it is what people write for each other, and moves nothing';
const IS_THE_PROOF = 'no: it is how somebody proves who they are';

/** Every action of the panel: whether it asks for a proof of the last five minutes and, if not, why it need not. */
const ACTIONS: Record<string, string> = {
  '/panel/sign-in': IS_THE_PROOF,
  '/panel/sign-in/passkey/options': IS_THE_PROOF,
  '/panel/sign-in/passkey': IS_THE_PROOF,
  '/panel/links/:token': 'no: the one-time link is the proof',
  '/panel/proof': IS_THE_PROOF,
  '/panel/proof/passkey/options': IS_THE_PROOF,
  '/panel/proof/passkey': IS_THE_PROOF,
  '/panel/sign-out': 'no: it only ends the own session',
  '/panel/language': 'no: it only changes what language pages and e-mails are in',

  '/panel/me/name': ASKS,
  '/panel/me/passkeys/options': ASKS,
  '/panel/me/passkeys': ASKS,
  '/panel/me/passkeys/:id/remove': ASKS,
  '/panel/me/password': ASKS,
  '/panel/me/password/remove': ASKS,
  '/panel/me/oidc/remove': ASKS,
  '/panel/me/sessions/:id/end': ASKS,
  '/panel/me/sessions/end-others': ASKS,
  '/panel/me/sessions/end-all': ASKS,

  '/panel/accounts/:account/first-steps/dismiss': 'no: it only hides a list of hints',

  '/panel/accounts/:account/links': COLLECTS,
  '/panel/accounts/:account/links/methods': 'no: it only shows the form with its methods, and stores nothing',
  '/panel/accounts/:account/links/customers':
    'no: it only shows the form with customers to choose from, and stores nothing',
  '/panel/accounts/:account/customers/views': 'no: it keeps filters under a name',
  '/panel/accounts/:account/customers/views/:view/remove': 'no: it keeps filters under a name',
  '/panel/accounts/:account/deposits/views': 'no: it keeps filters under a name',
  '/panel/accounts/:account/deposits/views/:view/remove': 'no: it keeps filters under a name',
  '/panel/accounts/:account/links/views': 'no: it keeps filters under a name',
  '/panel/accounts/:account/links/views/:view/remove': 'no: it keeps filters under a name',
  '/panel/accounts/:account/movements/views': 'no: it keeps filters under a name',
  '/panel/accounts/:account/movements/views/:view/remove': 'no: it keeps filters under a name',
  '/panel/accounts/:account/links/prolong': COLLECTS,
  '/panel/accounts/:account/links/reminders': COLLECTS,
  '/panel/accounts/:account/links/:code/reminders': COLLECTS,
  '/panel/accounts/:account/customers/:customer/reminders': COLLECTS,
  '/panel/accounts/:account/links/:code/edit': COLLECTS,
  '/panel/accounts/:account/links/:code/edit/customers':
    'no: it only shows the form with customers to choose from, and stores nothing',
  '/panel/accounts/:account/links/:code/cancel': COLLECTS,
  '/panel/accounts/:account/links/:code/delete': COLLECTS,
  '/panel/accounts/:account/links/:code/refund': ASKS,
  '/panel/accounts/:account/links/:code/refund/review': ASKS,
  '/panel/accounts/:account/links/:code/simulate': 'no: it works only in the test environment',

  '/panel/accounts/:account/customers/new': COLLECTS,
  '/panel/accounts/:account/customers/:customer/edit': COLLECTS,
  '/panel/accounts/:account/customers/:customer/delete': COLLECTS,
  '/panel/accounts/:account/customers/:customer/statement/mail':
    'no: it goes to the address that the page shows, a few times a day, and tells only what was asked of its owner',

  '/panel/accounts/:account/notes/of/:object/:subject/add': NOTES,
  '/panel/accounts/:account/notes/note/:note/change': NOTES,
  '/panel/accounts/:account/notes/note/:note/remove': NOTES,
  '/panel/accounts/:account/notes/file/:file/remove': NOTES,

  '/panel/accounts/:account/qr-codes/new': COLLECTS,
  '/panel/accounts/:account/qr-codes/:counter/change': COLLECTS,
  '/panel/accounts/:account/qr-codes/:counter/status': COLLECTS,
  '/panel/accounts/:account/qr-codes/:counter/delete': COLLECTS,

  '/panel/accounts/:account/deposits/decide': ASKS,
  '/panel/accounts/:account/deposits/:deposit/accept': ASKS,
  '/panel/accounts/:account/deposits/:deposit/accept-as-payment': ASKS,
  '/panel/accounts/:account/deposits/:deposit/assign/:code': ASKS,
  '/panel/accounts/:account/deposits/:deposit/accept-together': ASKS,
  '/panel/accounts/:account/deposits/:deposit/refund': ASKS,
  '/panel/accounts/:account/deposits/:deposit/settle': ASKS,
  '/panel/accounts/:account/deposits/:deposit/refund/review': ASKS,
  '/panel/accounts/:account/conversions/new': ASKS,
  '/panel/accounts/:account/conversions/:conversion/confirm': ASKS,
  '/panel/accounts/:account/conversions/:conversion/approve': ASKS,
  '/panel/accounts/:account/conversions/:conversion/withdraw-approval': ASKS,
  '/panel/accounts/:account/conversions/:conversion/decline': ASKS,
  '/panel/accounts/:account/refunds/api': ASKS,
  '/panel/accounts/:account/refunds/api/off': ASKS,
  '/panel/accounts/:account/refunds/:refund/confirm': ASKS,
  '/panel/accounts/:account/refunds/:refund/approve': ASKS,
  '/panel/accounts/:account/refunds/:refund/withdraw-approval': ASKS,
  '/panel/accounts/:account/refunds/:refund/decline': ASKS,
  '/panel/accounts/:account/withdrawals/new': ASKS,
  '/panel/accounts/:account/withdrawals/:withdrawal/approve': ASKS,
  '/panel/accounts/:account/withdrawals/:withdrawal/withdraw-approval': ASKS,
  '/panel/accounts/:account/withdrawals/:withdrawal/decline': ASKS,
  '/panel/accounts/:account/withdrawals/batches/new': ASKS,
  '/panel/accounts/:account/withdrawals/batches/review': ASKS,
  '/panel/accounts/:account/withdrawals/batches/:batch/approve': ASKS,
  '/panel/accounts/:account/withdrawals/batches/:batch/cancel': ASKS,
  '/panel/accounts/:account/withdrawals/batches/:batch/skip': ASKS,
  '/panel/accounts/:account/withdrawals/batches/:batch/withdraw-approval': ASKS,
  '/panel/accounts/:account/withdrawals/destinations/new': ASKS,
  '/panel/accounts/:account/withdrawals/destinations/:destination/remove': ASKS,
  '/panel/accounts/:account/withdrawals/limits': ASKS,
  '/panel/accounts/:account/withdrawals/limits/rules': ASKS,
  '/panel/accounts/:account/withdrawals/limits/rules/:rule/remove': ASKS,
  '/panel/accounts/:account/withdrawals/limits/rules/:rule/keep': ASKS,

  '/panel/accounts/:account/statements/mail':
    'no: it only sends what the person may see to the address that the account knows',
  '/panel/accounts/:account/statements/mail-workbook': ASKS,
  '/panel/accounts/:account/statements/profile/save': 'no: it changes only how files are written',

  '/panel/accounts/:account/keys/new': ASKS,
  '/panel/accounts/:account/keys/:key/rename': ASKS,
  '/panel/accounts/:account/keys/:key/revoke': ASKS,
  '/panel/accounts/:account/keys/:key/rotate': ASKS,
  '/panel/accounts/:account/keys/:key/end-previous': ASKS,

  '/panel/accounts/:account/webhooks/new': ASKS,
  '/panel/accounts/:account/webhooks/:endpoint/edit': ASKS,
  '/panel/accounts/:account/webhooks/:endpoint/switch': ASKS,
  '/panel/accounts/:account/webhooks/:endpoint/enable': ASKS,
  '/panel/accounts/:account/webhooks/:endpoint/rotate': ASKS,
  '/panel/accounts/:account/webhooks/:endpoint/end-previous': ASKS,
  '/panel/accounts/:account/webhooks/:endpoint/delete': ASKS,
  '/panel/accounts/:account/webhooks/:endpoint/replay': ASKS,
  '/panel/accounts/:account/webhooks/:endpoint/deliveries/:delivery/redeliver': ASKS,
  '/panel/accounts/:account/webhooks/:endpoint/test':
    'no: it sends a made-up event, to the URL that the endpoint has already',

  '/panel/accounts/:account/team/invite': ASKS,
  '/panel/accounts/:account/team/:user/invite': ASKS,
  '/panel/accounts/:account/team/:user/role': ASKS,
  '/panel/accounts/:account/team/:user/vouch': ASKS,
  '/panel/accounts/:account/team/:user/reset': ASKS,
  '/panel/accounts/:account/team/:user/remove': ASKS,

  '/panel/accounts/:account/notifications/save':
    'no: it only changes what the own mailbox is told, of what the panel shows the user anyway',
  '/panel/accounts/:account/notifications/chat/save': ASKS,
  '/panel/accounts/:account/notifications/chat/remove': ASKS,
  '/panel/accounts/:account/notifications/chat/resume': ASKS,
  '/panel/accounts/:account/notifications/chat/test':
    'no: it posts a fixed text to the chat that an owner has chosen with a proof',

  '/panel/accounts/:account/settings/brand': ASKS,
  '/panel/accounts/:account/settings/remove': ASKS,
  '/panel/accounts/:account/settings/reporting': ASKS,
  '/panel/accounts/:account/settings/contact': ASKS,
  '/panel/accounts/:account/settings/automatic-refunds': ASKS,
  '/panel/accounts/:account/settings/tolerance': ASKS,
  '/panel/accounts/:account/settings/tolerance/remove': ASKS,
  '/panel/accounts/:account/settings/pay-the-rest': ASKS,
};

describe('the actions of the panel', () => {
  let service: TestService;
  let actions: Route[];

  before(async () => {
    service = await startService();
    // Only what the routes declare is read here; the service that is called has its own.
    const services: Partial<PanelServices> = { ...service.foundation, people: peopleOf(service) };
    actions = panelRoutes(services as PanelServices).filter(({ method }) => method === 'post');
  });
  after(() => service?.close());

  const asks = (route: Route): boolean => 'freshProof' in route && route.freshProof === true;

  it('are all listed here with whether they ask for a fresh proof, and why not', () => {
    expect(actions.map(({ path }) => path).sort()).to.deep.equal(Object.keys(ACTIONS).sort());
    const declared = actions.map((route) => [route.path, asks(route)]);
    const listed = Object.entries(ACTIONS).map(([path, answer]) => [path, answer === ASKS]);
    expect(Object.fromEntries(declared)).to.deep.equal(Object.fromEntries(listed));
  });

  it('do ask where they are listed so, whatever they are about', async () => {
    const { id } = await service.createAccount();
    const { visitor } = await join(service, id, 'owner');
    await forgetProofs(service);
    for (const { path } of actions.filter(asks)) {
      const answer = await visitor.post(path.replace(':account', id).replaceAll(/:\w+/g, randomUUID()));
      expect(answer.headers.get('location'), path).to.match(/^\/panel\/proof(\?next=|$)/);
    }
  });
});
