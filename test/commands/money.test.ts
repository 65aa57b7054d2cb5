import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createLink, injectFault, pay, runOut } from '../payment-links/links.ts';
import { balancesOf, fund, requireSoundBooks, WALLET } from '../transfers/rig.ts';
import { runPayments, type Outcome } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const CLABE = '032180000118359719';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BANK = ['--bank-account-number', '000123456789', '--bank-routing-number', '101019644'];

describe('the commands that move money', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
  });

  const payments = (...args: string[]): Promise<Outcome> => runPayments(service, ...args);
  const json = async (...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await payments(...args, '--json');
    expect(stderr).to.equal('');
    expect(code).to.equal(0);
    return JSON.parse(stdout);
  };
  const refused = async (...args: string[]): Promise<{ code?: string; message: string }> => {
    const { code, stdout, stderr } = await payments(...args, '--json');
    const { error } = JSON.parse(stdout);
    expect(code).to.equal(error.code === 'invalid_usage' ? 2 : 1);
    // One line for people, and the same message for scripts.
    expect(stderr).to.equal(`${error.message}\n`);
    return error;
  };
  const withdraw = (amount: string, ...more: string[]): string[] => [
    ...['withdrawals', 'create', '--account', account.id, '--asset', 'MXNB', '--amount', amount],
    ...['--method', 'SPEI', '--clabe', CLABE, ...more],
  ];
  const convert = (command: string, amount: string, ...more: string[]): string[] => [
    ...['conversions', command, '--account', account.id, '--from', 'MXNB', '--to', 'USDC'],
    ...['--amount', amount, ...more],
  ];
  /** As the API shows it, once the worker has done what is due. */
  const settled = async (list: string, id: string): Promise<any> => {
    await runOut(service.workers.transfers);
    return (await account.api.get(`/v1/${list}/${id}`)).body;
  };
  const countOf = async (list: string): Promise<number> =>
    (await account.api.get(`/v1/${list}?limit=100`)).body.data.length;

  describe('withdrawals create', () => {
    it('sends money to a CLABE', async () => {
      const made = await json(...withdraw('150.5'));
      expect(made).to.deep.include({
        object: 'withdrawal',
        status: 'processing',
        amount: '150.50000000',
        asset: 'MXNB',
        method: 'SPEI',
      });
      // Mostly, companies withdraw to an account of their own.
      const [{ name }] = (await service.database.query('select name from accounts where id = $1', [
        account.id,
      ])) as [{ name: string }];
      expect(made.destination).to.deep.equal({ clabe: CLABE, beneficiary: name });
      const { status, finished_at, provider_reference, ...rest } = await settled('withdrawals', made.id);
      expect(status).to.equal('completed');
      expect({ ...made, finished_at, provider_reference }).to.deep.equal({
        ...rest,
        status: 'processing',
        finished_at,
        provider_reference,
      });
    });

    it('sends money to an address, and to a bank', async () => {
      await fund(account, 'USDC', '500');
      const from = ['withdrawals', 'create', '--account', account.id, '--asset', 'USDC'];
      const [onChain, byBank] = await Promise.all([
        json(
          ...[...from, '--amount', '10.000001', '--method', 'USDC'],
          ...['--address', ADDRESS, '--network', 'Polygon'],
        ),
        json(...from, '--amount', '150', '--method', 'WIRE', ...BANK, '--bank-account-name', 'Acme'),
      ]);
      expect(onChain.destination).to.deep.equal({ address: ADDRESS, network: 'Polygon' });
      expect(byBank.destination).to.deep.equal({
        bank: { account_number: '000123456789', routing_number: '101019644', account_name: 'Acme' },
      });
      expect(await settled('withdrawals', onChain.id)).to.include({ status: 'completed' });
      expect(await settled('withdrawals', byBank.id)).to.include({ status: 'completed' });
    });

    it('prints readable output', async () => {
      const { code, stdout, stderr } = await payments(...withdraw('150'));
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout)
        .to.match(/^status +processing$/m)
        .and.match(/^net_amount +150\.00000000$/m);
    });
  });

  describe('conversions', () => {
    it('are quoted, then confirmed once', async () => {
      const quoted = await json(...convert('quote', '100'));
      expect(quoted).to.include({ object: 'conversion', status: 'requested', from_amount: '100.00000000' });
      const confirmed = await json('conversions', 'confirm', quoted.id);
      expect(confirmed).to.deep.equal({ ...quoted, status: 'processing' });
      expect(await settled('conversions', quoted.id)).to.include({
        status: 'completed',
        to_amount: quoted.to_amount,
      });
      expect((await refused('conversions', 'confirm', quoted.id)).message).to.equal(
        `Conversion ${quoted.id} is settled and was already confirmed.`,
      );
    });

    it('are quoted and confirmed in one step', async () => {
      const made = await json(...convert('create', '100'));
      expect(made).to.include({ status: 'processing' });
      expect(await settled('conversions', made.id)).to.include({ status: 'completed' });
      expect(await balancesOf(account)).to.include({ MXNB: '900.00000000 + 0.00000000' });
    });
  });

  describe('refunds create', () => {
    it('refunds part of a link, then the rest', async () => {
      const { code, depositId } = await fund(account, 'MXNB', '100');
      const refund = ['refunds', 'create', '--link', code];
      const to = ['--address', WALLET, '--network', 'Arbitrum'];
      expect((await refused(...refund)).message).to.equal(
        'MXNB cannot return a payment by itself. Ask the payer for an address on Arbitrum, and pass it.',
      );
      const part = await json(...refund, ...to, '--amount', '40');
      expect(part).to.include({ object: 'refund', amount: '40.00000000', payment_link_code: code });
      expect(part.destination).to.deep.equal({ address: WALLET, network: 'Arbitrum' });
      expect(await json(...refund, ...to)).to.include({ amount: '60.00000000' });
      expect(await settled('refunds', part.id)).to.include({ status: 'completed', deposit_id: depositId });
      expect((await refused('refunds', 'create', '--link', code)).message).to.equal(
        `Payment link ${code} has been fully refunded.`,
      );
    });

    it('refunds an unmatched deposit', async () => {
      const { code } = await createLink(account.api, { amount: '200' });
      const { body } = await pay(account.api, code, { method: 'SPEI', scenario: 'over' });
      const made = await json('refunds', 'create', '--deposit', body.id);
      expect(made).to.include({ deposit_id: body.id, asset: 'MXN', amount: body.amount });
      expect(await settled('refunds', made.id)).to.include({ status: 'completed' });
    });
  });

  describe('refunds quote', () => {
    it('says what the refund of a converted payment costs, and is confirmed once', async () => {
      const { code } = await createLink(account.api, { amount: '20000', accepted_methods: ['WIRE'] });
      await pay(account.api, code, { method: 'WIRE' });
      await runOut(service.workers.transfers);
      const link = ['--link', code, '--amount', '100', '--reason', 'duplicate'];
      const quoted = await json('refunds', 'quote', ...link);
      expect(quoted).to.include({
        object: 'refund',
        status: 'requested',
        amount: '100.00000000',
        asset: 'USD',
      });
      expect(quoted).to.include({ reason: 'duplicate' });
      expect(quoted.cost.asset).to.equal('MXNB');
      expect(Number(quoted.cost.amount)).to.be.within(1_700, 2_000);
      const confirmed = await json('refunds', 'confirm', quoted.id);
      expect(confirmed).to.include({ id: quoted.id, conversion_id: quoted.conversion_id });
      await runOut(service.workers.transfers);
      expect(await settled('refunds', quoted.id)).to.include({ status: 'completed' });
      expect((await refused('refunds', 'confirm', quoted.id)).message).to.equal(
        'The refund was already confirmed.',
      );
      const atOnce = await json('refunds', 'create', '--link', code, '--amount', '50');
      await runOut(service.workers.transfers);
      expect(await settled('refunds', atOnce.id)).to.include({ status: 'completed', amount: '50.00000000' });
    });

    it('is refused for a payment that was not converted', async () => {
      const { code } = await fund(account, 'MXNB', '100');
      const to = ['--address', WALLET, '--network', 'Arbitrum'];
      expect((await refused('refunds', 'quote', '--link', code, ...to)).message).to.match(
        /was not converted/,
      );
    });
  });

  describe('above the limit of the account', () => {
    it('money waits for a second person, and is listed', async () => {
      const account_ = ['--account', account.id];
      await json('limits', 'set', ...account_, '--currency', 'MXN', '--amount', '200');
      expect(await json(...withdraw('150'))).not.to.have.property('waits_for');
      const waiting = await json(...withdraw('150'));
      expect(waiting).to.include({ waits_for: 'second_person', status: 'processing' });
      const conversion = await json(...convert('create', '100'));
      expect(conversion).to.include({ waits_for: 'second_person' });
      const listed = async (kind: string) => (await json(kind, 'waiting', ...account_)).data;
      expect((await listed('withdrawals')).map(({ id }: any) => id)).to.deep.equal([waiting.id]);
      expect((await listed('conversions')).map(({ id }: any) => id)).to.deep.equal([conversion.id]);
      expect(await listed('refunds')).to.deep.equal([]);
      expect(await json('limits', 'show', ...account_)).to.include({
        amount: '200.00000000',
        currency: 'MXN',
        moved_alone: '150.00000000',
      });
      await json('limits', 'set', ...account_, '--currency', 'MXN');
      expect(await json('limits', 'show', ...account_)).to.include({ amount: null });
    });
  });

  describe('simulator return', () => {
    it('lets the money of a settled withdrawal come back, once', async () => {
      await fund(account, 'MXNB', '200');
      const before = await balancesOf(account);
      const { id } = await json(...withdraw('150'));
      const comeBack = ['simulator', 'return', id, '--reason', 'ACCOUNT_CLOSED'];
      expect((await refused(...comeBack)).message).to.equal(
        `Transfer ${id} is held; only a settled transfer can be returned.`,
      );
      await settled('withdrawals', id);
      expect(await json(...comeBack)).to.include({ status: 'returned', reason: 'ACCOUNT_CLOSED' });
      expect((await account.api.get(`/v1/withdrawals/${id}`)).body).to.include({
        status: 'returned',
        failure_reason: 'ACCOUNT_CLOSED',
      });
      expect(await balancesOf(account)).to.deep.equal(before);
      expect((await refused(...comeBack)).message).to.match(/is returned; only a settled transfer/);
    });
  });

  describe('with an idempotency key', () => {
    let key: string;

    beforeEach(() => {
      key = randomUUID();
    });

    it('do the work once and return the same result, whatever has happened since', async () => {
      const first = await payments(...withdraw('150', '--idempotency-key', key), '--json');
      await runOut(service.workers.transfers);
      const repeats = await Promise.all([
        payments(...withdraw('150', '--idempotency-key', key), '--json'),
        payments(...withdraw('150.00', '--idempotency-key', key), '--json'),
      ]);
      expect(first.code).to.equal(0);
      // One of two simultaneous repeats may be told to try again; the work is never done twice.
      for (const repeat of repeats) {
        if (repeat.code === 0) expect(repeat).to.deep.equal(first);
        else expect(JSON.parse(repeat.stdout).error.code).to.equal('idempotency_request_in_progress');
      }
      expect(await payments(...withdraw('150', '--idempotency-key', key), '--json')).to.deep.equal(first);
      expect(await countOf('withdrawals')).to.equal(1);
      expect((await balancesOf(account))['MXNB']).to.equal('850.00000000 + 0.00000000');
    });

    it('refuse different options, and another command', async () => {
      await json(...withdraw('150', '--idempotency-key', key));
      for (const other of [
        withdraw('151', '--idempotency-key', key),
        convert('create', '150', '--idempotency-key', key),
      ]) {
        expect((await refused(...other)).code).to.equal('idempotency_key_reused');
      }
      expect(await countOf('withdrawals')).to.equal(1);
      expect(await countOf('conversions')).to.equal(0);
    });

    it('leave the key unused when they are refused', async () => {
      expect((await refused(...withdraw('5000', '--idempotency-key', key))).message).to.equal(
        'The account has 1000 MXNB, and 5000 are needed.',
      );
      await fund(account, 'MXNB', '4000');
      expect(await json(...withdraw('5000', '--idempotency-key', key))).to.include({ status: 'processing' });
    });

    it("keep the keys of accounts apart, with refunds under the link's account", async () => {
      const { code } = await fund(account, 'MXNB', '100');
      const other = await service.createAccount();
      await fund(other, 'MXNB', '200');
      await json(...withdraw('150', '--idempotency-key', key));
      const theirs = withdraw('150', '--idempotency-key', key).map((arg) =>
        arg === account.id ? other.id : arg,
      );
      await json(...theirs);
      expect((await balancesOf(other))['MXNB']).to.match(/^50\./);
      const to = ['--address', WALLET, '--network', 'Arbitrum'];
      const refund = ['refunds', 'create', '--link', code, '--amount', '40', ...to];
      const refundKey = ['--idempotency-key', randomUUID()];
      const made = await json(...refund, ...refundKey);
      expect(await json(...refund, ...refundKey)).to.deep.equal(made);
      expect(await countOf('refunds')).to.equal(1);
    });

    it('replay even when the provider is no longer available', async () => {
      const made = await json(...convert('create', '100', '--idempotency-key', key));
      await injectFault(service, 'quote', { failure: 'unavailable' });
      try {
        expect(await json(...convert('create', '100', '--idempotency-key', key))).to.deep.equal(made);
        expect((await refused(...convert('create', '100'))).message).to.match(/^The provider has no quote/);
      } finally {
        await injectFault(service, 'quote', {});
      }
      expect(await countOf('conversions')).to.equal(1);
    });

    it('refuse an invalid key', async () => {
      for (const none of ['', 'x'.repeat(256)]) {
        expect((await refused(...withdraw('150', '--idempotency-key', none))).message).to.equal(
          `'${none}' is not valid for --idempotency-key. It must have 1 to 255 printable ASCII characters.`,
        );
      }
      expect(await countOf('withdrawals')).to.equal(0);
    });
  });

  const NOBODY = '11111111-1111-4111-8111-111111111111';
  const failures: { what: string; args: (id: string) => string[]; says: RegExp }[] = [
    {
      what: 'an unknown account',
      args: () => withdraw('150').map((arg) => (arg === account.id ? NOBODY : arg)),
      says: /^There is no account 1+-\S+; `payments accounts list` lists all accounts\.$/,
    },
    {
      what: 'an invalid account id',
      args: () => withdraw('150').map((arg) => (arg === account.id ? "x' or true" : arg)),
      says: /^'x' or true' is not valid for --account\. It must be an id like /,
    },
    ...['-1', '0', '1e3', '1.123456789'].map((amount) => ({
      what: `an amount of "${amount}"`,
      args: () => withdraw(amount),
      says: /^'.*' is not valid for --amount\. It must be /,
    })),
    {
      what: 'an unknown asset',
      args: () => convert('quote', '10').map((arg) => (arg === 'USDC' ? 'GOLD' : arg)),
      says: /^MXNB cannot be converted to GOLD\.$/,
    },
    {
      what: 'a conversion above the balance',
      args: () => convert('create', '1000.01'),
      says: /^The account has 1000 MXNB, and 1000\.01 are needed\.$/,
    },
    {
      what: 'an unknown conversion',
      args: () => ['conversions', 'confirm', NOBODY],
      says: /^There is no conversion 1+-\S+\.$/,
    },
    {
      what: 'a refund of nothing',
      args: () => ['refunds', 'create'],
      says: /^Pass one of --link and --deposit\.$/,
    },
    {
      what: 'a refund of an unknown link',
      args: () => ['refunds', 'create', '--link', 'PL-AAAA-AAAA-AAAA'],
      says: /^There is no payment link PL-AAAA-AAAA-AAAA\.$/,
    },
    {
      what: 'a refund of an unknown deposit',
      args: () => ['refunds', 'create', '--deposit', NOBODY],
      says: /^There is no deposit 1+-\S+\.$/,
    },
    {
      what: 'a partial refund of an unmatched deposit',
      args: () => ['refunds', 'create', '--deposit', NOBODY, '--amount', '1'],
      says: /^An unmatched deposit is refunded in full: omit --amount\.$/,
    },
    {
      what: 'a missing option',
      args: () => ['withdrawals', 'create', '--account', account.id],
      says: /^required option '--asset <asset>' not specified\. See: payments withdrawals create --help$/,
    },
  ];
  it('refuse with one readable line', async () => {
    const waiting = [...failures];
    const work = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        expect((await refused(...next.args(account.id))).message, next.what).to.match(next.says);
      }
    };
    await Promise.all([work(), work(), work()]);
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
    await requireSoundBooks(service);
  });
});
