import { randomUUID } from 'node:crypto';
import type { Endpoint } from './router.ts';
import { balanceOf, book, iso, page, readAmount, readFields, Refusal, type World } from './world.ts';

interface ExternalAccount {
  id: string;
  at: number;
  active: boolean;
  number: string;
  routing: string;
  body: Record<string, any>;
}

interface FundsRequest {
  id: string;
  deposit_id: string;
  amount: string;
  notice_date: string;
  fraud: boolean;
}

const NAME = /^[ \w!"#$%&'()+,\-./:;<=>?@\\_`~]{3,35}$/;

/** The customer, its wallet, the bank accounts of payees, and what banks want back. */
export function createAccounts(world: World) {
  const { settings, clock, customer, wallet } = world;
  const external: ExternalAccount[] = [];
  const requests: FundsRequest[] = [];

  const walletView = () => ({
    id: wallet.id,
    chain: wallet.chain,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    ...(wallet.initiationRequired ? { initiation_required: true } : {}),
    balances: [
      { balance: balanceOf(world).toFixed(), currency: 'usdc', chain: wallet.chain, contract_address: '0x0' },
    ],
    created_at: iso(0),
    updated_at: iso(0),
  });
  const requireCustomer = (id: string | undefined): void => {
    if (id !== customer.id) throw new Refusal(404, 'Invalid', 'customer_id');
  };
  const requireWallet = (id: string | undefined): void => {
    if (id !== wallet.id) throw new Refusal(404, 'Invalid', 'bridge_wallet_id');
  };
  const view = ({ id, at, active, number, routing, body }: ExternalAccount) => ({
    id,
    account_type: 'us',
    currency: 'usd',
    customer_id: customer.id,
    account_owner_name: body['account_owner_name'],
    bank_name: body['bank_name'] ?? null,
    last_4: number.slice(-4),
    active,
    beneficiary_address_valid: true,
    account: {
      last_4: number.slice(-4),
      routing_number: routing,
      checking_or_savings: body['account'].checking_or_savings,
    },
    created_at: iso(at),
    updated_at: iso(at),
  });

  function readAccount(given: unknown): Record<string, any> {
    const body = readFields(
      given,
      [
        ...[
          'currency',
          'account_type',
          'bank_name',
          'account_owner_name',
          'account_owner_type',
          'first_name',
          'last_name',
        ],
        ...['business_name', 'account', 'address'],
      ],
      ['currency', 'account_type', 'account_owner_name', 'account', 'address'],
    );
    if (body['currency'] !== 'usd' || body['account_type'] !== 'us')
      throw new Refusal(400, 'invalid_parameters', 'account_type');
    if (!NAME.test(String(body['account_owner_name'])))
      throw new Refusal(400, 'invalid_parameters', 'account_owner_name');
    const isPerson = body['account_owner_type'] === 'individual';
    if (isPerson ? !body['first_name'] || !body['last_name'] : !body['business_name'])
      throw new Refusal(400, 'invalid_parameters', isPerson ? 'first_name' : 'business_name');
    const account = readFields(
      body['account'],
      ['account_number', 'routing_number', 'checking_or_savings'],
      ['account_number', 'routing_number'],
    );
    if (!/^\d{9}$/.test(String(account['routing_number'])))
      throw new Refusal(400, 'invalid_parameters', 'account.routing_number');
    const address = readFields(
      body['address'],
      ['street_line_1', 'street_line_2', 'city', 'state', 'postal_code', 'country'],
      ['street_line_1', 'city', 'country'],
    );
    const street = String(address['street_line_1']);
    if (street.length < 4 || street.length > 35)
      throw new Refusal(400, 'invalid_parameters', 'address.street_line_1');
    if (!/^[A-Z]{3}$/.test(String(address['country'])))
      throw new Refusal(400, 'invalid_parameters', 'address.country');
    if (address['country'] === 'USA' && !address['state'])
      throw new Refusal(400, 'invalid_parameters', 'address.state');
    return body;
  }

  const endpoints: Endpoint[] = [
    {
      ...{ method: 'GET', path: '/customers/:customer', source: 'openapi' },
      handle({ params }) {
        requireCustomer(params['customer']);
        const { id, status, endorsement } = customer;
        return {
          id,
          status,
          endorsements: [{ name: 'base', status: endorsement }],
          created_at: iso(0),
          updated_at: iso(0),
        };
      },
    },
    {
      ...{ method: 'GET', path: '/customers/:customer/wallets/:wallet', source: 'openapi' },
      handle({ params }) {
        requireCustomer(params['customer']);
        requireWallet(params['wallet']);
        return walletView();
      },
    },
    {
      ...{ method: 'GET', path: '/wallets', source: 'openapi', query: ['limit'] },
      handle: () => ({ count: 1, data: [walletView()] }),
    },
    {
      ...{
        method: 'POST',
        path: '/customers/:customer/wallets/:wallet/simulate_deposit',
        source: 'docs',
        status: 201,
      },
      handle({ params, body }) {
        requireWallet(params['wallet']);
        const { amount } = readFields(body, ['amount', 'currency'], ['amount', 'currency']);
        book(world, {
          id: `bwe_${randomUUID()}`,
          type: settings.depositType,
          amount: readAmount(amount),
          transferId: undefined,
        });
        return walletView();
      },
    },
    {
      ...{ method: 'POST', path: '/customers/:customer/external_accounts', source: 'openapi', status: 201 },
      handle({ params, body: given }) {
        requireCustomer(params['customer']);
        const body = readAccount(given);
        const { account_number: number, routing_number: routing } = body['account'];
        if (external.some((one) => one.number === number && one.routing === routing))
          throw new Refusal(400, 'duplicate_external_account', undefined, 'client');
        const made = {
          id: randomUUID(),
          at: clock.now(),
          active: true,
          number,
          routing,
          body,
        } as ExternalAccount;
        external.push(made);
        return view(made);
      },
    },
    {
      ...{ method: 'GET', path: '/customers/:customer/external_accounts', source: 'openapi' },
      query: ['limit', 'starting_after', 'ending_before'],
      handle({ params, query }) {
        requireCustomer(params['customer']);
        const shown = external.filter(({ at }) => at <= clock.now() - settings.lagMs.accounts).toReversed();
        return page(shown.map(view), query, { endingBefore: settings.endingBefore });
      },
    },
    {
      ...{
        method: 'GET',
        path: '/funds_requests',
        source: 'openapi',
        query: ['notice_date_starting_on', 'fraud'],
      },
      handle({ query }) {
        const from = query['notice_date_starting_on'] ?? '';
        const data = requests
          .filter(({ notice_date }) => notice_date >= from)
          .map((one) => ({
            ...one,
            customer_id: customer.id,
            currency: 'usd',
            payment_rail: 'wire',
            created_at: iso(clock.now()),
          }));
        return { count: data.length, data };
      },
    },
  ];

  return {
    endpoints,
    isActive: (id: string) => external.some((one) => one.id === id && one.active),
    /** The bank account of an external account. */
    accountOf: (id: string) => external.find((one) => one.id === id),
    deactivate: (id: string) => {
      for (const one of external) if (one.id === id) one.active = false;
    },
    /** Makes an account known by hand. */
    add: (body: object) => {
      const read = readAccount(body);
      const { account_number: number, routing_number: routing } = read['account'];
      const made: ExternalAccount = {
        id: randomUUID(),
        at: clock.now(),
        active: true,
        number,
        routing,
        body: read,
      };
      external.push(made);
      return made.id;
    },
    all: () => external,
    requestFunds: (request: Partial<FundsRequest> = {}) => {
      const made = {
        ...{ id: randomUUID(), deposit_id: randomUUID(), amount: '100.00', fraud: false },
        ...{ notice_date: iso(clock.now()).slice(0, 10), ...request },
      };
      requests.push(made);
      return made;
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
