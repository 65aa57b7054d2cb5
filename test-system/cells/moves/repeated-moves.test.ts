import { expect } from 'chai';
import pg from 'pg';
import type { Step } from '../../../src/account-moves/move.ts';
import { createLink } from '../../../test/payment-links/links.ts';
import type { TestAccount, TestService } from '../../../test/support/service.ts';
import { fund } from '../../../test/transfers/rig.ts';
import { requireGoodBooks, startCells, type SomeCells } from './two-cells.ts';

const LINKS = 8;

describe('a move that is ordered again', function () {
  this.timeout(180_000);
  let cells: SomeCells;
  let first: TestService;
  let second: TestService;
  let third: TestService;

  before(async () => {
    cells = await startCells(3);
    [first, second, third] = cells.services as [TestService, TestService, TestService];
  });
  after(() => cells?.close());

  const failureOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'it did not fail',
      (error: Error) => error.message,
    );

  const makeLinks = async (service: TestService, { key }: TestAccount): Promise<string[]> => {
    const codes: string[] = [];
    for (let made = 0; made < LINKS; made++) codes.push((await createLink(service.client(key.secret))).code);
    return codes.sort();
  };

  const linksIn = async ({ database }: TestService, accountId: string): Promise<unknown[]> => {
    const rows = await database.query('select code from payment_links where account_id = $1 order by code', [
      accountId,
    ]);
    return rows.map(({ code }) => code);
  };

  /** Moves an account on from the second cell, and does something while it is being copied to the third. */
  async function movingOn(accountId: string, work: () => Promise<string>): Promise<string[]> {
    const holding = new pg.Client({ connectionString: third.database.url });
    await holding.connect();
    try {
      await holding.query('begin');
      await holding.query('lock table events');
      let worked = Promise.resolve('');
      const onStep = (step: Step): void => {
        if (step === 'begun') worked = work().finally(() => holding.query('rollback'));
      };
      const outcome = await failureOf(cells.move(accountId, { from: 1, to: 2, onStep }));
      return [outcome, await worked];
    } finally {
      await holding.end();
    }
  }

  it('changes nothing while the account moves on', async () => {
    const account = await first.createAccount();
    await fund(account, 'MXNB', '4000');
    await cells.move(account.id);
    let codes: string[] = [];
    const outcomes = await movingOn(account.id, async () => {
      const repeated = await failureOf(cells.move(account.id));
      codes = await makeLinks(second, account);
      return repeated;
    });
    expect(outcomes).to.deep.equal(['it did not fail', 'The account is being moved already.']);
    expect(codes).to.have.length(LINKS);
    expect(await linksIn(third, account.id)).to.include.members(codes);
    await requireGoodBooks(cells);
  });

  it('names the cell that the account has gone on to, and changes nothing', async () => {
    const account = await first.createAccount();
    await cells.move(account.id);
    const onStep = (step: Step): void => {
      if (step === 'left') throw new Error('failed once left');
    };
    expect(await failureOf(cells.move(account.id, { from: 1, to: 2, onStep }))).to.equal('failed once left');
    expect(await failureOf(cells.move(account.id))).to.equal(
      'The account has gone on from cell 1, to cell 2: move it from there.',
    );
    await cells.move(account.id, { from: 1, to: 2 });
    expect(await failureOf(cells.move(account.id))).to.equal(
      'The account has moved to cell 2: move it from there.',
    );
    const codes = await makeLinks(third, account);
    expect(await linksIn(third, account.id)).to.deep.equal(codes);
    await requireGoodBooks(cells);
  });

  it('comes before any other move of the account', async () => {
    const account = await first.createAccount();
    const onStep = (step: Step): void => {
      if (step === 'arrived') throw new Error('failed once arrived');
    };
    expect(await failureOf(cells.move(account.id, { onStep }))).to.equal('failed once arrived');
    const unfinished = 'The move from cell 0 is not complete: complete it first';
    expect(await failureOf(cells.move(account.id, { from: 1, to: 2 }))).to.contain(unfinished);
    expect(await failureOf(cells.move(account.id, { from: 1, to: 0 }))).to.contain(unfinished);
    await cells.move(account.id);
    await cells.move(account.id, { from: 1, to: 2 });
    await cells.move(account.id, { from: 2, to: 0 });
    await makeLinks(first, account);
    await requireGoodBooks(cells);
  });

  it('leaves the account where it is when what notes its changes is gone', async () => {
    const account = await first.createAccount();
    const removed = `move_${account.id.replaceAll('-', '')}`;
    let dropped: Promise<unknown> = Promise.resolve();
    const move = cells.move(account.id, {
      onStep(step) {
        // As a program that knows no lock in both cells would.
        if (step === 'proven') dropped = first.database.query(`drop trigger ${removed} on payment_links`);
      },
    });
    expect(await failureOf(move)).to.equal('what notes changes of payment_links is gone');
    await dropped;
    await makeLinks(first, account);
    await cells.move(account.id);
    await requireGoodBooks(cells);
  });
});
