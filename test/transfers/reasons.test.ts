import { expect } from 'chai';
import type { Logger } from '../../src/lib/logger.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { money } from '../../src/lib/money.ts';
import { FAILURE_REASONS, UNMATCHED_REASONS, type FailureReason } from '../../src/lib/reasons.ts';
import { ProviderFailure } from '../../src/methods/providers/provider.ts';
import { createTransferWorker } from '../../src/transfers/engine.ts';
import { eventsOf } from '../events/events.ts';
import { entryOf } from '../request-logs/entries.ts';
import { contract } from '../support/contract.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund, refundLink, requireSoundBooks, restore } from './rig.ts';
import { startWithdrawal } from './started.ts';

const CLABE = '032180000118359719';
const WORDS = `Juana Inés has closed her account ${CLABE}.`;

describe('the failure reason', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
  });
  afterEach(() => requireSoundBooks(service));

  /** Makes the provider refuse everything due with this reason. Returns what was logged. */
  const refuseAll = async (reason: FailureReason | undefined): Promise<object[]> => {
    const logged: object[] = [];
    const { db, transferKinds, providers } = service.foundation;
    const log = (message: string, facts: object): void => void logged.push({ message, ...facts });
    const logger = { ...service.foundation.logger, warn: log, error: log } as unknown as Logger;
    const send = () =>
      Promise.reject(new ProviderFailure('refused', `${WORDS}\0`, reason === undefined ? {} : { reason }));
    const kinds = {
      ...transferKinds,
      withdrawal: { ...transferKinds.withdrawal, send },
      refund: { ...transferKinds.refund, send },
    };
    await createTransferWorker({ db, kinds, providers, metrics: createMetrics(), logger }).runOnce();
    return logged;
  };
  const withdraw = async (): Promise<string> => {
    const request = {
      accountId: account.id,
      asset: 'MXNB',
      amount: money('150'),
      method: 'SPEI',
      destination: { clabe: CLABE },
      requestId: null,
    };
    const { db, withdrawals } = service.foundation;
    return (await db.transaction((trx) => startWithdrawal({ withdrawals }, trx, request))).id;
  };
  const refund = async (code: string): Promise<string> => {
    return (await refundLink(service, account.id, code, '10')).id;
  };

  for (const { reason, told } of [
    { reason: 'ACCOUNT_CLOSED', told: 'ACCOUNT_CLOSED' },
    { reason: undefined, told: 'PROVIDER_REFUSED' },
  ] as const) {
    it(`is reported as ${told}, and the provider's message only to callers with a key`, async () => {
      const { code } = await fund(account, 'MXNB', '1000');
      const ids = { withdrawals: await withdraw(), refunds: await refund(code) };
      const logged = await refuseAll(reason);

      const events = (await eventsOf(service, account.id)).filter(({ type }) => type.endsWith('.failed'));
      expect(events.map(({ type }) => type)).to.deep.equal(['refund.failed', 'withdrawal.failed']);
      for (const { data } of events) expect(data['reason']).to.equal(told);
      expect(JSON.stringify(events)).not.to.include(CLABE).and.not.to.include('Juana');

      for (const [path, id] of Object.entries(ids)) {
        const answer = await account.api.get(`/v1/${path}/${id}`);
        expect(answer.body).to.include({ failure_reason: told, failure_message: `${WORDS}\ufffd` });
        const { response_body } = await entryOf(account.api, answer);
        expect(response_body).to.include({ failure_reason: told, failure_message: '[redacted]' });
      }

      expect(logged).to.have.length(2);
      for (const line of logged) {
        expect(line).to.include({ reason: told, error: 'Juana Inés has closed her account ….\ufffd' });
      }
    });
  }

  describe('is one of those', () => {
    const enumerated = (schema: string): string[] =>
      (contract as any).components.schemas[schema].enum as string[];
    const allowed = async (constraint: string): Promise<string[]> => {
      const [row] = await service.database.query(
        'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
        [constraint],
      );
      return [...String(row?.['text']).matchAll(/'([A-Z_]+)'/g)].map(([, reason]) => reason ?? '');
    };

    it('in the contract', () => {
      expect(enumerated('Reason')).to.deep.equal([...new Set([...UNMATCHED_REASONS, ...FAILURE_REASONS])]);
    });

    it('that the database enforces', async () => {
      expect(await allowed('deposits_unmatched_reason_check')).to.have.members(UNMATCHED_REASONS);
      expect(await allowed('transfers_failure_reason_check')).to.have.members(FAILURE_REASONS);
    });
  });
});
