import { randomBytes, randomUUID } from 'node:crypto';
import { createPast } from '../stand-in/past.ts';
import { money, ZERO, type Money } from '../../src/lib/money.ts';
import type { Accounts } from './accounts.ts';
import type { Call, Endpoint } from './router.ts';
import type { Webhooks } from './webhooks.ts';
import { balanceOf, book, iso, page, readAmount, readFields, Refusal, type World } from './world.ts';

/** The order of states, never backwards; all others are exits. */
const COURSE = ['awaiting_funds', 'in_review', 'funds_received', 'payment_submitted', 'payment_processed'];

const ACCOUNT = {
  bank_name: 'Lead Bank',
  bank_address: '1801 Main St., Kansas City, MO 64108',
  bank_routing_number: '101019644',
  bank_account_number: '215268129123',
  bank_beneficiary_name: 'Bridge Ventures Inc',
  bank_beneficiary_address: '923 N Market Street, Wilmington, DE 19801',
};

/** How a transfer ends: as it should, in a state, or after being held in one until it is settled. */
export type Fate = { end: 'processed' } | { end: 'held'; in?: string } | { end: 'refunded'; reason?: string };

export interface Transfer {
  id: string;
  kind: 'template' | 'deposit' | 'payout' | 'return';
  client_reference_id: string | null;
  state: string;
  amount: Money | undefined;
  source: Record<string, unknown>;
  destination: Record<string, unknown>;
  template: Transfer | undefined;
  message: string | undefined;
  fee: Money;
  reason: string | undefined;
  held: boolean;
  created: number;
  updated: number;
}

/** As Bridge shows it. */
export interface TransferView extends Record<string, any> {
  id: string;
  state: string;
}

export interface Payment {
  /** What the payer's bank passes on. */
  message: string;
  amount: string;
  account_number?: string;
  name?: string;
  rail?: 'wire' | 'ach_push';
  /** Whether it stays in review until it is settled. */
  held?: boolean;
}

const message = (): string => `BRG${randomBytes(12).toString('hex').toUpperCase().slice(0, 18)}`;

export function createTransfers(world: World, accounts: Accounts, webhooks: Webhooks) {
  const { settings, clock } = world;
  const transfers = new Map<string, Transfer>();
  const past = createPast<object>(clock);
  let fates: Fate[] = [];
  let weather: Fate = { end: 'processed' };

  const instructionsOf = (one: Transfer) => ({
    payment_rail: 'wire',
    currency: 'usd',
    deposit_message: one.message,
    ...ACCOUNT,
  });

  function view(one: Transfer): TransferView {
    const final = one.amount?.minus(one.fee);
    const showsPlace =
      one.kind === 'template' || (one.kind === 'deposit' && settings.childNames === 'instructions');
    const place = one.kind === 'template' ? one : one.template;
    return {
      id: one.id,
      client_reference_id: one.client_reference_id,
      state: one.state,
      on_behalf_of: world.customer.id,
      ...(one.amount === undefined
        ? {}
        : {
            amount:
              one.amount.toFixed(1) === one.amount.toFixed() ? one.amount.toFixed(1) : one.amount.toFixed(),
          }),
      currency: 'usd',
      developer_fee: '0.0',
      source: one.source,
      destination: one.destination,
      ...(showsPlace && place ? { source_deposit_instructions: instructionsOf(place) } : {}),
      receipt:
        one.amount === undefined
          ? {}
          : {
              initial_amount: one.amount.toFixed(),
              developer_fee: '0.0',
              exchange_fee: one.fee.toFixed(),
              subtotal_amount: final?.toFixed(),
              ...(one.state === 'payment_processed' ? { final_amount: final?.toFixed() } : {}),
            },
      ...(one.reason === undefined ? {} : { return_details: { reason: one.reason } }),
      ...(one.kind === 'template' ? { features: { static_template: true, flexible_amount: true } } : {}),
      created_at: iso(one.created),
      updated_at: iso(one.updated),
    };
  }

  function keep(one: Transfer, type: string, before?: string): void {
    one.updated = clock.now();
    const shown = view(one);
    past.keep(one.id, shown);
    webhooks.announce(shown, type, before);
  }

  function move(one: Transfer, state: string): void {
    if (one.state === state) return;
    const before = one.state;
    const wasProcessed = before === 'payment_processed';
    one.state = state;
    if (state === 'payment_processed' && one.kind === 'deposit') {
      book(world, {
        id: movementId(),
        type: settings.depositType,
        amount: one.amount!.minus(one.fee),
        transferId: one.id,
      });
    }
    if (state === 'refunded' && one.kind !== 'deposit' && settings.refundsMoney) {
      const lost = money(settings.returnFee);
      book(world, {
        id: movementId(),
        type: settings.returnType,
        amount: one.amount!.minus(lost),
        transferId: one.id,
      });
    }
    if (state === 'refunded' && one.kind === 'deposit' && wasProcessed) {
      book(world, {
        id: movementId(),
        type: 'withdrawal',
        amount: one.amount!.minus(one.fee).negated(),
        transferId: one.id,
      });
    }
    keep(one, 'transfer.updated.status_transitioned', before);
  }

  /** From where it is, one state after the other. */
  function run(one: Transfer, fate: Fate): void {
    const step = (): void => {
      if (one.held) return;
      if (fate.end === 'held' && one.state === (fate.in ?? 'in_review')) {
        one.held = true;
        return;
      }
      if (fate.end === 'refunded' && one.state === 'payment_submitted') {
        one.reason = fate.reason ?? 'The payee’s bank returned the payment.';
        move(one, 'undeliverable');
        move(one, 'refund_in_flight');
        return move(one, 'refunded');
      }
      const next = COURSE[COURSE.indexOf(one.state) + 1];
      if (next === undefined || !COURSE.includes(one.state)) return;
      move(one, next);
      clock.after(settings.stepMs, step);
    };
    clock.after(settings.stepMs, step);
  }

  function open(
    given: Omit<Transfer, 'id' | 'state' | 'reason' | 'held' | 'created' | 'updated'>,
    id: string = randomUUID(),
  ): Transfer {
    const at = clock.now();
    const one: Transfer = {
      ...{ ...given, id, state: 'awaiting_funds' },
      ...{ reason: undefined, held: false, created: at, updated: at },
    };
    transfers.set(one.id, one);
    return one;
  }

  const find = (id: string | undefined): Transfer => {
    const found = transfers.get(id ?? '');
    if (!found) throw new Refusal(404, 'not_found');
    return found;
  };

  function create(call: Call): object {
    const fields = readFields(
      call.body,
      ['client_reference_id', 'amount', 'on_behalf_of', 'source', 'destination', 'features', 'dry_run'],
      ['on_behalf_of', 'source', 'destination'],
    );
    if (fields['on_behalf_of'] !== world.customer.id)
      throw new Refusal(400, 'invalid_parameters', 'on_behalf_of');
    const reference = (fields['client_reference_id'] as string | undefined) ?? null;
    if (reference !== null && (reference.length < 1 || reference.length > 256))
      throw new Refusal(400, 'invalid_parameters', 'client_reference_id');
    const rail = (fields['source'] as { payment_rail?: string }).payment_rail;
    const isTemplate = rail === 'wire' || rail === 'ach_push';
    const made = isTemplate ? readTemplate(fields) : readPayout(fields, call);
    if (fields['dry_run'] === true) return { state: 'valid', notes: [] };
    const one = open({ ...made, client_reference_id: reference });
    if (one.kind === 'template') keep(one, 'transfer.created');
    else {
      const fee = settings.payoutFeeFrom === 'wallet' ? one.amount!.plus(one.fee) : one.amount!;
      book(world, { id: movementId(), type: 'withdrawal', amount: fee.negated(), transferId: one.id });
      if (settings.payoutFeeFrom === 'wallet') one.fee = ZERO;
      keep(one, 'transfer.created');
      run(one, fates.shift() ?? weather);
    }
    return view(one);
  }

  type Made = Omit<Parameters<typeof open>[0], 'client_reference_id'>;

  function readTemplate(fields: Record<string, any>): Made {
    const source = readFields(fields['source'], ['payment_rail', 'currency'], ['payment_rail', 'currency']);
    const destination = readFields(
      fields['destination'],
      ['payment_rail', 'currency', 'bridge_wallet_id'],
      ['payment_rail', 'currency', 'bridge_wallet_id'],
    );
    const rails = {
      bridge_wallet: ['bridge_wallet'],
      chain: [world.wallet.chain],
      either: ['bridge_wallet', world.wallet.chain],
    };
    if (!rails[settings.walletRail].includes(destination['payment_rail'] as string))
      throw new Refusal(400, 'invalid_parameters', 'destination.payment_rail');
    if (destination['bridge_wallet_id'] !== world.wallet.id || destination['currency'] !== 'usdc')
      throw new Refusal(400, 'invalid_parameters', 'destination');
    if (source['currency'] !== 'usd') throw new Refusal(400, 'invalid_parameters', 'source.currency');
    const features = readFields(fields['features'] ?? {}, ['static_template', 'flexible_amount']);
    if (features['static_template'] !== true || fields['amount'] !== undefined)
      throw new Refusal(400, 'invalid_parameters', 'features');
    return {
      kind: 'template',
      amount: undefined,
      source,
      destination,
      template: undefined,
      message: message(),
      fee: ZERO,
    };
  }

  function readPayout(fields: Record<string, any>, { note }: Call): Made {
    const amount = readAmount(fields['amount']);
    const source = readFields(
      fields['source'],
      ['payment_rail', 'currency', 'bridge_wallet_id'],
      ['payment_rail', 'currency', 'bridge_wallet_id'],
    );
    if (
      source['payment_rail'] !== 'bridge_wallet' ||
      source['currency'] !== 'usdc' ||
      source['bridge_wallet_id'] !== world.wallet.id
    )
      throw new Refusal(400, 'invalid_parameters', 'source');
    const { destination, kind } = readDestination(fields['destination'] as Record<string, unknown>, amount);
    const fee = money(settings.payoutFee);
    const needed = settings.payoutFeeFrom === 'wallet' ? amount.plus(fee) : amount;
    if (balanceOf(world).lt(needed)) {
      note('low_balance');
      throw new Refusal(400, settings.lowBalance, 'amount', 'low_balance');
    }
    return { kind, amount, source, destination, template: undefined, message: undefined, fee };
  }

  function readDestination(
    given: Record<string, unknown>,
    amount: Money,
  ): { destination: Record<string, unknown>; kind: 'payout' | 'return' } {
    const rail = given['payment_rail'];
    if (rail === 'fiat_deposit_return') {
      const destination = readFields(
        given,
        ['payment_rail', 'currency', 'deposit_id'],
        ['currency', 'deposit_id'],
      );
      const deposit = [...transfers.values()].find((one) => depositId(one) === destination['deposit_id']);
      if (deposit?.state !== 'payment_processed') throw new Refusal(400, 'invalid_parameters', 'deposit_id');
      const isWhole = deposit.amount?.eq(amount) === true;
      const isWire = deposit.source['payment_rail'] === 'wire';
      if (amount.gt(deposit.amount!) || (!isWire && !isWhole))
        throw new Refusal(400, 'invalid_parameters', 'amount');
      if (clock.now() - deposit.created > 60 * 86_400_000)
        throw new Refusal(400, 'invalid_parameters', 'deposit_id');
      return { destination, kind: 'return' };
    }
    const known =
      rail === 'wire'
        ? ['wire_message']
        : rail === 'ach' || rail === 'ach_same_day'
          ? ['ach_reference']
          : undefined;
    if (!known) throw new Refusal(400, 'invalid_parameters', 'destination.payment_rail');
    const destination = readFields(
      given,
      ['payment_rail', 'currency', 'external_account_id', ...known],
      ['currency', 'external_account_id'],
    );
    const { wire_message: text, ach_reference: reference } = destination as Record<
      string,
      string | undefined
    >;
    if (text !== undefined && (text.length > 140 || text.split('\n').some((line) => line.length > 35)))
      throw new Refusal(400, 'invalid_parameters', 'wire_message');
    if (reference !== undefined && !/^[A-Za-z0-9 ]{1,10}$/.test(reference))
      throw new Refusal(400, 'invalid_parameters', 'ach_reference');
    if (!accounts.isActive(String(destination['external_account_id'])))
      throw new Refusal(400, 'invalid_parameters', 'external_account_id');
    return { destination, kind: 'payout' };
  }

  const list = ({ query, note }: Call): object => {
    const {
      limit,
      starting_after,
      ending_before,
      state,
      template_id: template,
      updated_after_ms: after,
    } = query;
    const { updated_before_ms: before } = query;
    if ([starting_after, ending_before, after, before].filter((one) => one !== undefined).length > 1)
      throw new Refusal(400, 'invalid_parameters', 'starting_after');
    if (settings.lagMs.transfers > 0) note('lag');
    const shown = past
      .list(settings.lagMs.transfers)
      .toReversed()
      .map((one) => one as Record<string, any> & { id: string })
      .filter(
        (one) =>
          (state === undefined || one['state'] === state) &&
          (template === undefined || transfers.get(one.id)?.template?.id === template) &&
          (after === undefined || Date.parse(one['updated_at'] as string) > Number(after)) &&
          (before === undefined || Date.parse(one['updated_at'] as string) < Number(before)),
      );
    const cursor = { limit, starting_after, ending_before };
    const given = Object.fromEntries(
      Object.entries(cursor).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    return page(shown, given, { endingBefore: settings.endingBefore });
  };

  const LIST = [
    'limit',
    'starting_after',
    'ending_before',
    'state',
    'template_id',
    'updated_after_ms',
    'updated_before_ms',
  ];
  const endpoints: Endpoint[] = [
    { method: 'POST', path: '/transfers', source: 'openapi', status: 201, handle: create },
    { method: 'GET', path: '/transfers', source: 'docs', query: LIST, handle: list },
    { method: 'GET', path: '/customers/:customer/transfers', source: 'openapi', query: LIST, handle: list },
    {
      ...{ method: 'GET', path: '/transfers/:id', source: 'openapi' },
      handle: ({ params }) => view(find(params['id'])),
    },
    {
      ...{ method: 'DELETE', path: '/transfers/:id', source: 'openapi' },
      handle({ params }) {
        const one = find(params['id']);
        if (one.state === 'canceled') throw new Refusal(404, 'not_found');
        if (one.state !== 'awaiting_funds') throw new Refusal(400, 'invalid_parameters', 'state');
        const before = one.state;
        one.state = 'canceled';
        keep(one, 'transfer.canceled', before);
        return view(one);
      },
    },
    {
      ...{ method: 'GET', path: '/wallets/:wallet/history', source: 'docs' },
      query: ['limit', 'starting_after', 'ending_before', 'starting_time'],
      handle({ query: { starting_time: since, ...query }, params, note }) {
        if (params['wallet'] !== world.wallet.id) throw new Refusal(404, 'not_found');
        note('history_types');
        const shown = world.movements
          .filter(({ at }) => at <= clock.now() - settings.lagMs.history)
          .filter(({ at }) => since === undefined || at >= Date.parse(since))
          .toReversed()
          .map(({ id, type, amount, balance, transferId, at }) => ({
            id,
            bridge_wallet_id: world.wallet.id,
            amount: amount.abs().toFixed(6),
            available_balance: balance.toFixed(6),
            currency: 'usdc',
            type,
            ...(transferId === undefined
              ? {}
              : {
                  payment_route: {
                    type: 'transfer',
                    customer_id: world.customer.id,
                    transfer_id: transferId,
                  },
                }),
            created_at: iso(at),
          }));
        return page(shown, query, { endingBefore: settings.endingBefore });
      },
    },
  ];

  return {
    endpoints,
    view: (id: string) => view(find(id)),
    all: () => [...transfers.values()],
    planFates: (planned: Fate[]) => void fates.push(...planned),
    setWeather: (fate: Fate) => void (weather = fate),
    clearFates: () => void ((fates = []), (weather = { end: 'processed' })),
    /** A payer's bank sends money. Without the message of an open template, it goes back. */
    pay({
      message: text,
      amount,
      account_number = ACCOUNT.bank_account_number,
      name = 'Acme Inc',
      rail = 'wire',
      held = false,
    }: Payment): { transfer_id: string } | { sent_back: string } {
      const template = [...transfers.values()].find(
        (one) =>
          one.kind === 'template' && one.message !== undefined && text.toUpperCase().includes(one.message),
      );
      if (account_number !== ACCOUNT.bank_account_number) return { sent_back: 'there is no such account' };
      if (!template) return { sent_back: 'no or wrong message' };
      if (template.state !== 'awaiting_funds') return { sent_back: 'the template is deleted' };
      const id = randomUUID();
      const from =
        rail === 'wire'
          ? {
              ...{
                originator_name: name,
                bank_name: 'First Bank',
                bank_routing_number: '021000021',
                wire_message: text,
              },
              imad: `2026${randomBytes(8).toString('hex').toUpperCase()}`,
            }
          : {
              sender_name: name,
              sender_bank_routing_number: '021000021',
              description: text,
              trace_number: String(Date.now()),
            };
      const one = open(
        {
          ...{
            kind: 'deposit',
            client_reference_id: null,
            amount: money(amount),
            destination: template.destination,
          },
          source: {
            payment_rail: rail,
            currency: 'usd',
            ...from,
            ...(settings.depositIds ? { deposit_id: `dep_${id}` } : {}),
          },
          ...{ template, message: undefined, fee: money(settings.depositFee) },
        },
        id,
      );
      one.state = held ? 'in_review' : 'funds_received';
      one.held = held;
      keep(one, 'transfer.created');
      if (!held) run(one, { end: 'processed' });
      return { transfer_id: id };
    },
    /** Puts a transfer into a state, whatever it was in. */
    settle({ id, state, reason }: { id: string; state: string; reason?: string }): void {
      const one = find(id);
      one.held = true;
      if (reason !== undefined) one.reason = reason;
      move(one, state);
    },
    /** Lets a deposit be of another amount. */
    change({ id, amount }: { id: string; amount: string }): void {
      find(id).amount = money(amount);
      keep(find(id), 'transfer.updated');
    },
    faults(): string[] {
      const sum = world.movements.reduce((total, { amount }) => total.plus(amount), ZERO);
      return sum.eq(balanceOf(world)) ? [] : ['the history does not sum up to the balance'];
    },
  };
}

function depositId(one: Transfer): string {
  return `dep_${one.id}`;
}

function movementId(): string {
  return `bwe_${randomUUID()}`;
}

export type Transfers = ReturnType<typeof createTransfers>;
