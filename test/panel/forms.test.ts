import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { panelRoutes } from '../../src/panel/areas.ts';
import type { PanelServices } from '../../src/panel/request/services.ts';
import { createLink, pay } from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund, WALLET } from '../transfers/rig.ts';
import { CLABE, treasurer } from '../treasury/rig.ts';
import { createCustomer } from '../customers/customers.ts';
import { payTooLittle } from './deposits/fixtures.ts';
import { join, peopleOf, type Person } from './people.ts';
import { createCode } from './qr-codes/fixtures.ts';
import { createConvertedLink } from './refunds/fixtures.ts';

type Entered = Record<string, string>;

interface Form {
  /** What stands for the parameter of its path, and what else it needs, such as money. */
  made?: (service: TestService, account: TestAccount) => Promise<string>;
  /** Where it is sent to by GET, to be reviewed first. */
  review?: string;
  /** What somebody fills in; all of it is right. */
  good: Entered | ((service: TestService, account: TestAccount) => Promise<Entered>);
  /** What is wrong by itself, in which field, and what is said beside it. */
  wrong: readonly (readonly [field: string, value: string, says: string])[];
}

const A_VIEW: Form = {
  good: { name: 'Newest', query: 'columns=created_at', shared: 'yes' },
  wrong: [
    ['name', ' ', 'Enter a name of 1 to 60 characters'],
    ['name', 'x'.repeat(61), 'Enter a name of 1 to 60 characters'],
  ],
};

const A_LINK = {
  amount: '150.00',
  currency: 'MXNB',
  description: 'Order 7',
  reference: 'R-7',
  life: '24',
  fee_bearer: 'payer',
  payer_name: 'Ada Lovelace',
  return_url: 'https://shop.example/7',
};
const TYPED_IN_TWO_WAYS = ['1.234', 'can be read in two ways'] as const;
const LONG = 'x'.repeat(101);
const A_CUSTOMER = {
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  tax_id: 'RUGA850214AB9',
  reference: 'shop-4',
  language: 'es',
};
const WRONG_CUSTOMERS = [
  ['name', ' ', 'Enter a name of 1 to 140 characters'],
  ['name', 'Ana\tRuiz', 'Enter a name of 1 to 140 characters'],
  ['name', 'x'.repeat(141), 'Enter a name of 1 to 140 characters'],
  ['email', 'ana@example.com\nBcc: all@example.com', 'Enter an e-mail address like'],
  ['tax_id', '890903938-7', 'Enter an RFC like'],
  ['reference', 'x'.repeat(256), 'up to 255 characters'],
  ['reference', 'shop-9', 'Another customer has this reference'],
] as const;

const linkPaidInPesos = async (_: TestService, account: TestAccount) => {
  const { code } = await createLink(account.api, { amount: '100' });
  await pay(account.api, code, { method: 'SPEI' });
  return code as string;
};
const linkPaidOnChain = async (service: TestService, account: TestAccount) =>
  createConvertedLink(service, account);
const depositOnChain = async (_: TestService, { api }: TestAccount) => {
  const { code } = await createLink(api);
  return (await pay(api, code, { method: 'MXNB', scenario: 'under' })).body.id as string;
};
const endpoint = async ({ database }: TestService, { id, api }: TestAccount) => {
  await database.query('delete from webhook_endpoints where account_id = $1', [id]);
  const given = { url: 'https://hooks.example.com/', enabled_events: ['payment_link.paid'] };
  return (await api.post('/v1/webhook_endpoints', given)).body.id as string;
};
const key = async (service: TestService, account: TestAccount) => (await service.createKey(account.id)).id;

/** As a browser's field for a time has it. */
const inDays = (days: number): string =>
  new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 16);

/** By its path and, where a path has several, what distinguishes it. */
const FORMS: Record<string, Form> = {
  '/panel/accounts/:account/links': {
    good: A_LINK,
    wrong: [
      ['amount', 'plenty', 'Enter an amount like 1250.50'],
      ['amount', '5', 'Enter an amount like 1250.50'],
      ['amount', ...TYPED_IN_TWO_WAYS],
      ['currency', 'XXX', 'Choose one of the currencies'],
      ['description', '', 'Enter a description of 1 to 500 characters'],
      ['description', 'x'.repeat(501), 'Enter a description of 1 to 500 characters'],
      ['reference', 'x'.repeat(256), 'up to 255 characters'],
      ['method', 'NONE', 'A chosen method cannot pay this amount'],
      ['payer_name', 'x'.repeat(141), 'up to 140 characters'],
      ['payer_name', 'A\tB', 'up to 140 characters'],
      ['return_url', 'http://shop.example', 'must start with https://'],
      ['metadata_value', 'without a name', 'needs a unique name'],
    ],
  },
  '/panel/accounts/:account/links/views': A_VIEW,
  '/panel/accounts/:account/customers/views': A_VIEW,
  '/panel/accounts/:account/deposits/views': A_VIEW,
  '/panel/accounts/:account/movements/views': A_VIEW,
  '/panel/accounts/:account/links/reminders': {
    good: { hours_before: '24', hours_after: '72', language: 'es' },
    wrong: [
      ['hours_before', '5', 'Choose one of the times'],
      ['hours_after', '721', 'Choose one of the times'],
    ],
  },
  '/panel/accounts/:account/links/:code/edit': {
    made: async (_, { api }) => (await createLink(api, { metadata: { order_id: '7' } })).code as string,
    good: {
      description: 'Order 7, two items',
      reference: 'R-8',
      return_url: 'https://shop.example/8',
      expires_at: inDays(30),
    },
    wrong: [
      ['description', '', 'Enter a description of 1 to 500 characters'],
      ['description', 'x'.repeat(501), 'Enter a description of 1 to 500 characters'],
      ['reference', 'x'.repeat(256), 'up to 255 characters'],
      ['return_url', 'http://shop.example', 'must start with https://'],
      ['expires_at', inDays(91), 'from 5 minutes to 90 days from now'],
      ['expires_at', '2020-01-01T00:00', 'from 5 minutes to 90 days from now'],
      ['expires_at', 'soon', 'from 5 minutes to 90 days from now'],
      ['metadata_value', 'without a name', 'needs a unique name'],
    ],
  },
  '/panel/accounts/:account/links/:code/refund/review': {
    made: linkPaidInPesos,
    good: {
      amount: '10.00',
      reason: 'other',
      note: 'The shop was closed',
      clabe: CLABE,
      beneficiary: 'Ada Lovelace',
    },
    wrong: [
      ['amount', 'all', 'Enter an amount of more than zero'],
      ['amount', '0', 'Enter an amount of more than zero'],
      ['amount', '-1', 'Enter an amount of more than zero'],
      ['amount', ...TYPED_IN_TWO_WAYS],
      ['amount', '100.01', 'at most what is left to refund'],
      ['reason', '', 'Choose why you refund it'],
      ['note', 'x'.repeat(201), 'up to 200 characters'],
      ['clabe', '123', 'This is not a CLABE'],
      ['beneficiary', 'x'.repeat(141), 'up to 140 characters'],
    ],
  },
  '/panel/accounts/:account/links/:code/refund/review of a payment on chain': {
    made: linkPaidOnChain,
    good: { amount: '10.00', reason: 'duplicate', address: WALLET },
    wrong: [
      ['address', '', 'Enter where to send the refund'],
      ['address', '0x123', 'This is not an address'],
    ],
  },
  '/panel/accounts/:account/links/:code/refund': {
    made: linkPaidInPesos,
    good: { amount: '10.00', reason: 'duplicate', clabe: CLABE, beneficiary: 'Ada Lovelace' },
    wrong: [
      ['amount', '100.01', 'at most what is left to refund'],
      ['reason', 'because', 'Choose why you refund it'],
    ],
  },
  '/panel/accounts/:account/deposits/:deposit/refund/review': {
    made: (_, account) => payTooLittle(account),
    good: { reason: 'other', note: 'Not ours', clabe: CLABE, beneficiary: 'Ada Lovelace' },
    wrong: [
      ['reason', '', 'Choose why you refund it'],
      ['clabe', '123', 'This is not a CLABE'],
    ],
  },
  '/panel/accounts/:account/deposits/:deposit/refund': {
    made: depositOnChain,
    good: { reason: 'other', address: WALLET },
    wrong: [['address', '', 'Enter where to send the refund']],
  },
  '/panel/accounts/:account/conversions/new': {
    made: linkPaidInPesos,
    good: { from: 'MXNB', amount: '5.00', to: 'USDC' },
    wrong: [
      ['amount', 'all', 'Enter an amount'],
      ['amount', ...TYPED_IN_TWO_WAYS],
      ['amount', '99999999', 'available balance is less'],
      ['amount', '0.00000271', 'Enter at least 0.01'],
      ['from', 'XXX', 'Choose what to convert'],
      ['to', 'MXNB', 'Choose another pair'],
    ],
  },
  '/panel/accounts/:account/refunds/api': {
    good: { amount: '500', currency: 'MXN' },
    wrong: [
      ['amount', '0', 'Enter an amount above zero'],
      ['amount', ...TYPED_IN_TWO_WAYS],
      ['currency', 'XXX', 'Choose one of the currencies'],
    ],
  },
  '/panel/accounts/:account/withdrawals/limits': {
    good: { amount: '500', currency: 'MXN' },
    wrong: [
      ['amount', '1e3', 'Enter an amount like 50000'],
      ['amount', ...TYPED_IN_TWO_WAYS],
      ['currency', 'XXX', 'Choose one of the currencies'],
    ],
  },
  '/panel/accounts/:account/withdrawals/limits/rules': {
    good: async (service, account) => {
      await treasurer(service, account, 'finance');
      return { kind: 'withdrawal', above: '500', rule_currency: 'MXN', needs: '1' };
    },
    wrong: [
      ['above', '1e3', 'Enter an amount like 50000'],
      ['above', ...TYPED_IN_TWO_WAYS],
      ['rule_currency', 'XXX', 'Choose one of the currencies'],
      ['kind', 'payout', 'Choose one of the kinds'],
      ['needs', '3', 'Too few people of this account have the role'],
    ],
  },
  '/panel/accounts/:account/withdrawals/new': {
    review: '/panel/accounts/:account/withdrawals/confirm',
    good: async (service, account) => {
      await fund(account, 'MXNB', '100');
      const destination = await (await treasurer(service, account, 'finance')).save();
      return { option: `${destination} MXNB`, amount: '5.00' };
    },
    wrong: [
      ['amount', '1e3', 'Write it like 1500.50'],
      ['amount', ...TYPED_IN_TWO_WAYS],
      ['amount', '99999999', 'The balance is lower than this amount'],
      ['option', `${randomUUID()} MXNB`, 'Choose one of the saved destinations'],
    ],
  },
  '/panel/accounts/:account/withdrawals/batches/review': {
    good: async (_service, account) => {
      await fund(account, 'MXNB', '100');
      return {
        title: 'Payroll',
        asset: 'MXNB',
        lines: `amount,method,clabe\n100,SPEI,${CLABE}`,
        execute_on: '',
        repeats: 'weekly',
        until: '',
        runs: '',
      };
    },
    wrong: [
      ['title', LONG, 'up to 100 characters'],
      ['asset', 'pesos', 'Choose one of the balances'],
      ['execute_on', '2020-01-01', 'from today to a year from now'],
      ['until', '2020-01-01', 'at most ten years later'],
      ['runs', '0', 'a number from 1 to 500'],
    ],
  },
  '/panel/accounts/:account/withdrawals/destinations/new': {
    good: { method: 'SPEI', label: 'Our bank', clabe: CLABE, beneficiary: 'Acme' },
    wrong: [
      ['label', LONG, 'up to 100 characters'],
      ['clabe', '123', 'This is not a CLABE'],
      ['beneficiary', 'x'.repeat(141), 'up to 140 characters'],
    ],
  },
  '/panel/accounts/:account/withdrawals/destinations/new at a bank': {
    good: {
      method: 'WIRE',
      label: 'New York',
      bank_account_number: '12345678',
      bank_routing_number: '021000021',
      bank_account_name: 'Acme',
      holder_country: 'US',
    },
    wrong: [
      ['bank_account_number', 'DE00 0000', 'This is not an IBAN'],
      ['bank_routing_number', '123', 'This is not a routing number'],
      ['bank_routing_number', 'ABC', 'This is not a BIC'],
      ['holder_country', 'USA', 'by its two letters'],
      ['holder_type', 'robot', 'a person or a company'],
    ],
  },
  '/panel/accounts/:account/customers/new': {
    made: async (_, { api }) => {
      await createCustomer(api, { reference: 'shop-9' });
      return '';
    },
    good: A_CUSTOMER,
    wrong: WRONG_CUSTOMERS,
  },
  '/panel/accounts/:account/customers/:customer/edit': {
    made: async (_, { api }) => {
      await api.post('/v1/customers', { name: 'Ana', reference: 'shop-9' });
      return (await createCustomer(api)).id as string;
    },
    good: { ...A_CUSTOMER, reference: 'shop-5' },
    wrong: WRONG_CUSTOMERS,
  },
  '/panel/accounts/:account/notes/of/:object/:subject/add': {
    made: async (_, { api }) => `payment_link/${(await createLink(api)).code as string}`,
    good: { note: 'Called, pays on Friday' },
    wrong: [
      ['note', ' ', 'Write 1 to 2,000 characters'],
      ['note', 'x'.repeat(2001), 'Write 1 to 2,000 characters'],
    ],
  },
  '/panel/accounts/:account/qr-codes/new': {
    made: async (_, { api }) => {
      const given = { name: 'Till 9', currency: 'MXNB', external_reference: 'till-09' };
      await api.post('/v1/qr_codes', given);
      return '';
    },
    good: {
      name: 'Till 4',
      store_label: 'Reforma 222',
      external_reference: 'till-04',
      currency: 'MXNB',
      fixed_amount: '45.00',
    },
    wrong: [
      ['name', '', 'Enter a name of 1 to 100 characters'],
      ['store_label', LONG, 'The store can have up to 100 characters'],
      ['external_reference', LONG, 'The reference can have up to 100 characters'],
      ['external_reference', 'till-09', 'Another counter code has this reference'],
      ['currency', 'XXX', 'Choose one of the currencies'],
      ['fixed_amount', '1e3', 'The amount must be a number like 45.00'],
      ['fixed_amount', ...TYPED_IN_TWO_WAYS],
    ],
  },
  '/panel/accounts/:account/qr-codes/:counter/change': {
    made: createCode,
    good: { name: 'Till 5', store_label: 'Reforma 222', fixed_amount: '45.00' },
    wrong: [
      ['name', ' ', 'Enter a name of 1 to 100 characters'],
      ['store_label', LONG, 'The store can have up to 100 characters'],
      ['fixed_amount', '0.001', 'The amount must be a number like 45.00'],
    ],
  },
  '/panel/accounts/:account/keys/new': {
    good: {
      name: 'Web shop',
      scopes: 'links:read',
      allowed_addresses: '203.0.113.7',
      expires_on: '2999-12-31',
      api_version: '2026-11-01',
      requests_per_minute: '600',
      money_operations_per_day: '1000',
    },
    wrong: [
      ['name', ' ', 'a name of up to 200 characters'],
      ['scopes', 'everything', 'Choose at least one scope'],
      ['allowed_addresses', '1.2.3', 'up to 100 IP addresses'],
      ['allowed_addresses', '192.0.2.1 '.repeat(101), 'up to 100 IP addresses'],
      ['expires_on', '2020-01-01', 'must be today or later'],
      ['expires_on', '2026-02-31x', 'must be today or later'],
      ['api_version', '1999-01-01', 'Choose one of the versions'],
      ['requests_per_minute', '0', 'from 1 to 1,000,000'],
      ['requests_per_minute', '1e3', 'from 1 to 1,000,000'],
      ['money_operations_per_day', '-1', 'from 0 to 100,000,000'],
    ],
  },
  '/panel/accounts/:account/keys/:key/rename': {
    made: key,
    good: { name: 'Old shop' },
    wrong: [['name', 'x'.repeat(201), 'a name of up to 200 characters']],
  },
  '/panel/accounts/:account/webhooks/new': {
    made: endpoint,
    good: { url: 'https://hooks.example.com/', description: 'Shop', events: 'payment_link.paid' },
    wrong: [
      ['url', 'http://hooks.example.com/', 'It must be https'],
      ['url', 'https://user:pw@hooks.example.com/', 'It must be https'],
      ['description', 'x'.repeat(501), 'up to 500 characters'],
      ['events', 'none', 'Choose at least one type of event'],
    ],
  },
  '/panel/accounts/:account/webhooks/:endpoint/edit': {
    made: endpoint,
    good: { url: 'https://hooks.example.com/', description: 'Shop', events: 'payment_link.paid' },
    wrong: [['url', 'https://10.0.0.1/', 'It must be https']],
  },
  '/panel/accounts/:account/team/invite': {
    good: { email: 'grace@acme.example', name: 'Grace', role: 'finance' },
    wrong: [
      ['email', 'grace', 'Enter an e-mail address like'],
      ['name', ' ', 'Enter a name of 1 to 200 characters'],
      ['role', 'root', 'Choose one of the roles'],
    ],
  },
  '/panel/accounts/:account/notifications/save': {
    good: { minimum: '100', currency: 'MXN', digest_hour: '8' },
    wrong: [
      ['minimum', '0', 'Enter an amount above zero'],
      ['minimum', ...TYPED_IN_TWO_WAYS],
      ['currency', 'XXX', 'Choose one of the currencies'],
      ['digest_hour', '24', 'Choose an hour from the list'],
    ],
  },
  '/panel/accounts/:account/notifications/chat/save': {
    good: {
      ...{ service: 'slack', url: 'https://hooks.slack.com/services/T000/B000/x', language: 'en' },
      ...{ minimum: '100', currency: 'MXN' },
    },
    wrong: [
      ['service', 'irc', 'Choose one of the services'],
      ['url', 'https://10.0.0.1/', 'must lead to the internet'],
      ['url', '', 'Enter the whole https:// URL'],
      ['language', 'fr', 'Choose one of the languages'],
      ['minimum', '0', 'Enter an amount above zero'],
      ['currency', 'XXX', 'Choose one of the currencies'],
    ],
  },
  '/panel/accounts/:account/settings/brand': {
    good: { color: '#0a7cff' },
    wrong: [['color', 'red', 'six hexadecimal digits']],
  },
  '/panel/accounts/:account/settings/reporting': {
    good: { time_zone: 'America/Bogota', base_currency: 'MXN' },
    wrong: [
      ['time_zone', 'Mars/Olympus', 'Choose one from the list'],
      ['base_currency', 'XXX', 'Choose a base currency'],
    ],
  },
  '/panel/accounts/:account/settings/contact': {
    good: { email: 'ops@acme.example' },
    wrong: [['email', 'ops', 'Enter an e-mail address like']],
  },
  '/panel/accounts/:account/settings/tolerance': {
    good: { method: 'SPEI', share: '0.5', max: '20.00' },
    wrong: [
      ['method', 'CASH', 'Choose one of the methods'],
      ['share', '11', 'up to 10'],
      ['share', 'a little', 'Enter a percentage'],
      ['max', '0', 'Enter an amount above zero'],
      ['max', ...TYPED_IN_TWO_WAYS],
    ],
  },
  '/panel/accounts/:account/settings/automatic-refunds': {
    good: { refunds: 'after_days', days: '7' },
    wrong: [
      ['refunds', 'always', 'Choose when deposits are refunded'],
      ['days', '91', 'from 1 to 90'],
      ['days', 'a week', 'from 1 to 90'],
    ],
  },
  '/panel/accounts/:account/statements/profile/save': {
    good: { columns: 'local_time, reference', code_payment: '4010-01' },
    wrong: [['columns', 'local_time, price', 'Enter names from the list below']],
  },
  '/panel/me/name': {
    good: { name: 'Ada King' },
    wrong: [['name', ' ', 'must have 1 to 200 characters']],
  },
};

/** Actions that take nothing that somebody writes or can get wrong, or whose forms other tests go through. */
const WITHOUT_MISTAKES = [
  ...['sign-in', 'sign-in/passkey', 'sign-in/passkey/options', 'sign-out', 'language', 'links/:token'],
  ...['proof', 'proof/passkey', 'proof/passkey/options'],
  ...['passkeys', 'passkeys/options', 'passkeys/:id/remove', 'oidc/remove'].map((path) => `me/${path}`),
  // A wrong password or code is not shown again.
  ...['password', 'password/remove'].map((path) => `me/${path}`),
  ...['end-others', 'end-all', ':id/end'].map((path) => `me/sessions/${path}`),
  ...[
    'first-steps/dismiss',
    'withdrawals/limits/rules/:rule/remove',
    'withdrawals/limits/rules/:rule/keep',
    ...[
      'links/methods',
      'links/customers',
      'links/prolong',
      'links/views/:view/remove',
      'customers/views/:view/remove',
      'deposits/views/:view/remove',
      'movements/views/:view/remove',
      'links/:code/edit/customers',
      'links/:code/reminders',
      'customers/:customer/reminders',
      'links/:code/cancel',
      'links/:code/delete',
      'links/:code/simulate',
    ],
    // Only its author can change one; `test/panel/notes` does.
    ...['note/:note/change', 'note/:note/remove', 'file/:file/remove'].map((path) => `notes/${path}`),
    ...['customers/:customer/delete', 'customers/:customer/statement/mail'],
    ...['qr-codes/:counter/status', 'qr-codes/:counter/delete'],
    ...[
      'decide',
      ':deposit/accept',
      ':deposit/accept-as-payment',
      ':deposit/accept-together',
      ':deposit/assign/:code',
      ':deposit/settle',
    ].map((path) => `deposits/${path}`),
    ...['conversions/:conversion', 'refunds/:refund'].map((path) => `${path}/confirm`),
    ...['conversions/:conversion', 'refunds/:refund', 'withdrawals/:withdrawal'].flatMap((path) => [
      `${path}/approve`,
      `${path}/withdraw-approval`,
      `${path}/decline`,
    ]),
    // Its fields are those of the review.
    ...['new', ':batch/approve', ':batch/withdraw-approval', ':batch/cancel', ':batch/skip'].map(
      (path) => `withdrawals/batches/${path}`,
    ),
    ...['refunds/api/off', 'withdrawals/destinations/:destination/remove', 'statements/mail'],
    'statements/mail-workbook',
    ...['keys/:key/revoke', 'keys/:key/rotate', 'keys/:key/end-previous'],
    ...['switch', 'enable', 'rotate', 'end-previous', 'delete', 'test'].map(
      (path) => `webhooks/:endpoint/${path}`,
    ),
    // It sends what its page has counted.
    ...['webhooks/:endpoint/replay', 'webhooks/:endpoint/deliveries/:delivery/redeliver'],
    ...['invite', 'role', 'vouch', 'reset', 'remove'].map((path) => `team/:user/${path}`),
    ...['remove', 'resume', 'test'].map((path) => `notifications/chat/${path}`),
    ...['settings/remove', 'settings/tolerance/remove', 'settings/pay-the-rest'],
  ].map((path) => `accounts/:account/${path}`),
].map((path) => `/panel/${path}`);

const pathOf = (name: string): string => name.split(' ')[0] ?? '';

describe('the forms of the panel', function () {
  this.timeout(120_000);
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  it('are all here, but for those in which nothing can be wrong', () => {
    // Only what the routes declare is read here; the service that is called has its own.
    const services: Partial<PanelServices> = {
      ...service.foundation,
      people: peopleOf(service),
      isTest: true,
    };
    const actions = panelRoutes(services as PanelServices).filter(({ method }) => method === 'post');
    const listed = [...new Set(Object.keys(FORMS).map(pathOf)), ...WITHOUT_MISTAKES];
    expect(listed.sort()).to.deep.equal(actions.map(({ path }) => path).sort());
  });

  for (const [name, { made, review, good, wrong }] of Object.entries(FORMS)) {
    it(`${name.replace('/panel/accounts/:account/', '')} says beside a field what is wrong, and keeps the rest`, async () => {
      const own = (await made?.(service, account)) ?? '';
      const path = (review ?? pathOf(name))
        .replace(':account', account.id)
        .replace(/:object\/:subject|:\w+/, own);
      const right = typeof good === 'function' ? await good(service, account) : good;
      for (const [field, value, says] of wrong) {
        const where = `${field}: ${value.slice(0, 20)}`;
        const entered: Entered = { ...right, [field]: value };
        const { status, text } = review
          ? await owner.visitor.get(`${path}?${new URLSearchParams(entered).toString()}`)
          : await owner.visitor.post(path, { once: randomUUID(), ...entered });
        expect(status, where).to.equal(422);
        expect(text, where).not.to.contain('class="refusal" role="alert">');
        requireError(text, field, says, where);
        for (const [kept, of] of Object.entries(entered)) requireKept(text, kept, of, where);
      }
    });
  }
});

/** Rows of pairs are explained together. */
const errorOf = (field: string): string => `${field.replace(/_value$/, '')}-error`;

/** It must be said once, and what it is about must name it. */
function requireError(html: string, field: string, says: string, where: string): void {
  const id = errorOf(field);
  expect(html.match(/class="field-error"/g), where).to.have.length(1);
  expect(new RegExp(`<small id="${id}" class="field-error" role="alert">([^<]+)<`).exec(html)?.[1], where)
    .to.be.a('string')
    .that.contains(says);
  const named = [...html.matchAll(/<(input|select|textarea|fieldset)[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => new RegExp(`aria-describedby="([^"]* )?${id}[ "]`).test(tag));
  expect(named, where).to.have.length(1);
  if (!named[0]?.startsWith('<fieldset')) expect(named[0], where).to.contain('aria-invalid="true"');
}

/** What was chosen must be offered to be chosen again; what was not offered is not. */
function requireKept(html: string, name: string, value: string, where: string): void {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const select = new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(html)?.[1];
  const area = new RegExp(`<textarea[^>]* name="${name}"[^>]*>(.*?)</textarea>`, 's').exec(html)?.[1];
  const inputs = [...html.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(` name="${name}"`));
  const what = `${where}, then ${name}`;
  if (area !== undefined) {
    expect(area, what).to.equal(escaped);
  } else if (select !== undefined) {
    const options = [...select.matchAll(/<option([^>]*)>/g)].map(([, attributes = '']) => attributes);
    const offered = options.find((option) => option.includes(`value="${escaped}"`));
    if (offered !== undefined) expect(offered, what).to.contain('selected');
  } else {
    expect(inputs, what).not.to.deep.equal([]);
    const same = inputs.find((tag) => tag.includes(`value="${escaped}"`) || value === '');
    if (inputs.some((tag) => /type="(checkbox|radio)"/.test(tag))) {
      if (same !== undefined) expect(same, what).to.contain('checked');
    } else {
      expect(same, what).to.be.a('string');
    }
  }
}
