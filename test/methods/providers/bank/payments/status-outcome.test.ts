import { expect } from 'chai';
import { money } from '../../../../../src/lib/money.ts';
import {
  differencesFrom,
  outcomeOf,
  readPaymentStatus,
  writePaymentFile,
  type StatusOutcome,
} from '../../../../../src/methods/providers/bank/payments/index.ts';
import { instructionIdOf } from '../../../../../src/methods/providers/bank/references/index.ts';
import { batchOf, DESTINATIONS, paymentBy, profileOf } from './fixtures.ts';
import { reportXml, type ReportParts } from './report.ts';

const OURS = 'P7K3Q9X2M4T8WAB';
const OTHER = 'P7K3Q9X2M4T8WAC';
const GROUP = 'PAY1-1';

const readReport = (parts: ReportParts) => readPaymentStatus(Buffer.from(reportXml(parts)));

function outcomeIn(parts: ReportParts): StatusOutcome | undefined {
  return outcomeOf(readReport(parts), { instructionId: OURS, groupId: GROUP });
}

function paymentTold(status: string, code?: string, words?: string): StatusOutcome | undefined {
  const reason = { ...(code !== undefined && { code }), ...(words !== undefined && { words: [words] }) };
  return outcomeIn({ group: { id: GROUP }, payments: [{ id: OURS, status, reason }] });
}

describe('what the status of a payment means', () => {
  for (const status of [
    ...['RCVD', 'ACTC', 'ACCP', 'ACSP', 'PDNG', 'PART', 'ACWC', 'RCVC', 'RVNC', 'ACFC', 'ACPD', 'PATC'],
    ...['ACSC', 'ACCC'],
  ]) {
    it(`${status} is pending: only a statement shows that it was paid`, () => {
      expect(paymentTold(status)).to.deep.equal({ outcome: 'pending', status, words: status });
    });
  }

  for (const status of ['RVCM', 'RVMC', 'RVNM', 'BLCK', 'WHAT', '__proto__']) {
    it(`${status} is for the operator`, () => {
      expect(paymentTold(status)?.outcome).to.equal('operator');
    });
  }

  for (const [reason, codes] of Object.entries({
    ACCOUNT_CLOSED: 'AC04 AC05 AC07 R02',
    INVALID_DESTINATION: 'AC01 AC03 AC13 AC14 BE01 BE04 BE06 RC01 RC07 R03 R04',
    DESTINATION_REJECTED: 'AC06 AG01 MS02 R16 R20 R23',
    LIMIT_EXCEEDED: 'AM02 AM13 AM14',
    INSUFFICIENT_PROVIDER_FUNDS: 'AM04',
    PROVIDER_REFUSED: 'MS03 NARR RR04 XX99 constructor',
  })) {
    for (const code of codes.split(' ')) {
      it(`RJCT for ${code} is a refusal: ${reason}`, () => {
        expect(paymentTold('RJCT', code)).to.include({ outcome: 'refused', reason });
      });
    }
  }

  it('CANC is a refusal', () => {
    expect(paymentTold('CANC')).to.include({ outcome: 'refused', reason: 'PROVIDER_REFUSED' });
  });

  for (const [code, words] of [
    ['AM05'],
    ['DUPL'],
    ['DU03'],
    ['NARR', 'Instruction ID x already exist'],
    ['NARR', 'Duplicated payment'],
    ['AC04', 'already exists'],
    ['FF01'],
    ['AM10'],
  ] as const) {
    it(`RJCT for ${code}${words === undefined ? '' : ` "${words}"`} is never a refusal`, () => {
      expect(paymentTold('RJCT', code, words)?.outcome).to.equal('operator');
    });
  }

  it('is in words for the operator, cut to 500 characters', () => {
    expect(paymentTold('RJCT', 'AC04', 'Account closed')?.words).to.equal('RJCT; AC04 Account closed');
    expect(paymentTold('RJCT', 'AC04', 'x'.repeat(900))?.words).to.have.length(500);
  });
});

describe('which level of a report decides', () => {
  it('the payment, before its group and the file', () => {
    const payments = [{ id: OURS, status: 'RJCT', reason: { code: 'AC04' } }];
    const parts = { status: 'ACTC', group: { id: GROUP, status: 'ACCP' }, payments };
    expect(outcomeIn(parts)).to.include({ outcome: 'refused', reason: 'ACCOUNT_CLOSED' });
    const accepted = { status: 'RJCT', group: { id: GROUP, status: 'RJCT' } };
    expect(outcomeIn({ ...accepted, payments: [{ id: OURS, status: 'ACSP' }] })?.outcome).to.equal('pending');
  });

  it('the group, if it says nothing about the payment', () => {
    const group = { id: GROUP, status: 'RJCT', reason: { code: 'AM04' } };
    expect(outcomeIn({ status: 'ACTC', group })).to.include({
      outcome: 'refused',
      reason: 'INSUFFICIENT_PROVIDER_FUNDS',
    });
    expect(outcomeIn({ status: 'ACTC', group: { ...group, id: 'PAY1-2' } })?.outcome).to.equal('pending');
  });

  it('the file, if it says nothing about the group', () => {
    expect(outcomeIn({ status: 'ACTC' })?.outcome).to.equal('pending');
    expect(outcomeIn({ status: 'RJCT', group: { id: GROUP } })?.outcome).to.equal('refused');
  });

  it('none, if it says nothing at all', () => {
    expect(outcomeIn({})).to.equal(undefined);
    expect(outcomeIn({ group: { id: GROUP }, payments: [{ id: OTHER, status: 'RJCT' }] })).to.equal(
      undefined,
    );
    expect(outcomeIn({ group: { id: GROUP }, payments: [{ id: OURS }] })).to.equal(undefined);
  });

  it('reads the reasons of all levels: a repetition of the file is one of the payment', () => {
    const parts = { status: 'RJCT', reason: { code: 'DUPL' }, group: { id: GROUP, status: 'RJCT' } };
    expect(outcomeIn({ ...parts, payments: [{ id: OURS, status: 'RJCT' }] })?.outcome).to.equal('operator');
    const closed = [{ id: OURS, reason: { code: 'AC04' } }];
    expect(outcomeIn({ group: { id: GROUP, status: 'RJCT' }, payments: closed })).to.include({
      reason: 'ACCOUNT_CLOSED',
    });
  });

  it('leaves it to the operator when all are refused but only others are named', () => {
    const payments = [{ id: OTHER, status: 'RJCT' }];
    expect(outcomeIn({ group: { id: GROUP, status: 'RJCT' }, payments })?.outcome).to.equal('operator');
    expect(outcomeIn({ status: 'RJCT', group: { id: 'PAY1-2' }, payments })?.outcome).to.equal('operator');
  });

  it('leaves it to the operator when the bank says two things of one payment', () => {
    const payments = [
      { id: OURS, status: 'RJCT', reason: { code: 'AC04' } },
      { id: OURS, status: 'ACSP' },
    ];
    expect(outcomeIn({ group: { id: GROUP }, payments })).to.deep.include({
      outcome: 'operator',
      words: 'RJCT; AC04; but also ACSP',
    });
  });
});

describe('what the bank read, compared with what was written', () => {
  const { bank } = DESTINATIONS.ach;
  const file = writePaymentFile(
    profileOf('ach'),
    batchOf(
      [
        paymentBy('ach', { amount: money('1.10') }),
        paymentBy('ach', {
          instructionId: instructionIdOf('b'),
          amount: money('2.20'),
          destination: { bank: { ...bank, holder_type: 'individual' } },
        }),
      ],
      { messageId: 'PAY1' },
    ),
  );
  const differences = (parts: ReportParts) => differencesFrom(file, readReport(parts));

  it('knows the groups of the file', () => {
    expect(
      file.groups.map(({ id, instructionIds, sum }) => [id, instructionIds, sum.toFixed()]),
    ).to.deep.equal([
      ['PAY1-1', [OURS], '1.1'],
      ['PAY1-2', [instructionIdOf('b')], '2.2'],
    ]);
  });

  it('is nothing if the counts and sums are those of the file, or are not told', () => {
    expect(differences({})).to.deep.equal([]);
    const group = { id: 'PAY1-1', count: 1, sum: '1.1000', status: 'ACTC' };
    const payments = [{ id: OURS, status: 'ACTC' }];
    expect(differences({ count: 2, sum: '3.3000', group, payments })).to.deep.equal([]);
  });

  for (const [what, parts, words] of [
    ['another count', { count: 3 }, 'the file has 2 payments, and the bank read 3'],
    ['another sum', { sum: '3.31' }, 'the file has a sum of 3.3, and the bank read 3.31'],
    [
      'another sum of a group',
      { group: { id: 'PAY1-1', sum: '9' } },
      'group PAY1-1 has a sum of 1.1, and the bank read 9',
    ],
    [
      'a group that was not there',
      { group: { id: 'X' } },
      'the bank tells of a group X that was not in the file',
    ],
    [
      'a payment that was not there',
      { group: { id: 'PAY1-1' }, payments: [{ id: 'X', status: 'ACTC' }] },
      'the bank tells of a payment X that was not in the file',
    ],
  ] as const) {
    it(`is ${what}`, () => {
      expect(differences(parts as unknown as ReportParts)).to.deep.equal([words]);
    });
  }
});
