import { expect } from 'chai';
import { createApprovals } from '../../src/operators/approvals.ts';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { newOperatorKey, parseOperatorKey } from '../../src/operators/key.ts';
import { advance } from '../payment-links/links.ts';
import { runPaymentsAs } from '../support/processes/command.ts';
import { startService, type TestService } from '../support/service.ts';

const HOUR_S = 3600;

describe('operators and what needs two of them (D45)', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service?.close());

  const json = async (key: string | undefined, ...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await runPaymentsAs(key, service, ...args, '--json');
    expect({ stderr, code }).to.deep.equal({ stderr: '', code: 0 });
    return JSON.parse(stdout);
  };
  const refused = async (key: string | undefined, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runPaymentsAs(key, service, ...args, '--json');
    expect(code, stdout).to.equal(1);
    const { error } = JSON.parse(stdout);
    expect(stderr).to.equal(`${error.message}\n`);
    return error.code;
  };
  const add = (by: string | undefined, name: string) => json(by, 'operators', 'add', '--name', name);
  /** The keys of two operators. */
  const twoOperators = async (): Promise<[ana: string, bruno: string]> => {
    const { key: ana } = await add(undefined, 'ana');
    const { key: bruno } = await add(ana, 'bruno');
    return [ana, bruno];
  };
  const query = (text: string, values?: unknown[]): Promise<any[]> => service.database.query(text, values);

  describe('an operator', () => {
    it('is added without a key only as the first one', async () => {
      const first = await add(undefined, 'ana');
      expect(first.key).to.match(/^op_[A-Za-z0-9]{16}_[A-Za-z0-9]{32}$/);
      expect(await refused(undefined, 'operators', 'add', '--name', 'eva')).to.equal('operator_key_required');
      for (const key of ['', 'op_x', newOperatorKey().text, `${first.key.slice(0, -1)}!`])
        expect(await refused(key, 'operators', 'add', '--name', 'eva')).to.match(/^operator_key_/);
      expect(await add(first.key, 'bruno')).to.include({ name: 'bruno', waits_for_approval: null });
    });

    it('has a key that works in every cell', () => {
      for (const text of [newOperatorKey().text, `op_${'a'.repeat(16)}01_${'b'.repeat(32)}`])
        expect(parseOperatorKey(text)).to.include({ text });
      expect(parseOperatorKey(`op_${'a'.repeat(17)}_${'b'.repeat(32)}`)).to.equal(undefined);
    });

    it('is the first one only once, when two are added at the same moment', async () => {
      const outcomes = await Promise.all(
        ['ana', 'eva'].map((name) => runPaymentsAs(undefined, service, 'operators', 'add', '--name', name)),
      );
      expect(outcomes.map(({ code }) => code).sort()).to.deep.equal([0, 1]);
      expect((await json(undefined, 'operators', 'list')).data).to.have.length(1);
    });

    it('is stored without the key, which nobody can read from the database', async () => {
      const { key } = await add(undefined, 'ana');
      const [row] = await query(`select o::text as text from operators o`);
      expect(row.text).not.to.contain(key.slice(-32));
      const log = await query(`select l::text as text from operator_log l`);
      expect(JSON.stringify(log)).not.to.contain(key.slice(-32));
    });

    it('needs the approval of another one as soon as there are two, and has no working key before', async () => {
      const [ana, bruno] = await twoOperators();
      const carla = await add(ana, 'carla');
      expect(carla.works_from).to.equal(null);
      expect(await refused(carla.key, 'operators', 'rotate')).to.equal('operator_key_refused');
      // Whoever adds a second identity for themselves cannot approve it, with either key.
      const approve = ['approvals', 'approve', carla.waits_for_approval];
      expect(await refused(ana, ...approve)).to.equal('second_operator_required');
      expect(await refused(carla.key, ...approve)).to.equal('operator_key_refused');
      expect(await json(bruno, ...approve)).to.include({ status: 'approved', decided_by: 'bruno' });
      await json(carla.key, 'operators', 'rotate');
    });

    it('cannot approve what was asked for with another key, after revoking everybody else', async () => {
      const [ana, bruno] = await twoOperators();
      await json(bruno, 'operators', 'revoke', 'ana');
      expect(await refused(ana, 'operators', 'rotate')).to.equal('operator_key_refused');
      const eva = await add(bruno, 'eva');
      const soon = await refused(eva.key, 'operators', 'rotate');
      expect(soon).to.equal('operator_key_refused');
      await advance(service, 72 * HOUR_S - 60);
      expect(await refused(eva.key, 'operators', 'rotate')).to.equal('operator_key_refused');
      await advance(service, 61);
      await json(eva.key, 'operators', 'rotate');
    });

    it('is revoked by another one at once, with all that they asked for; nobody revokes themselves', async () => {
      const [ana, bruno] = await twoOperators();
      const carla = await add(ana, 'carla');
      expect(await refused(ana, 'operators', 'revoke', 'ana')).to.equal('operator_self_revoked');
      await json(bruno, 'operators', 'revoke', 'ana');
      expect(await refused(bruno, 'approvals', 'approve', carla.waits_for_approval)).to.equal(
        'operator_request_not_waiting',
      );
      expect(await refused(bruno, 'operators', 'revoke', 'ana')).to.equal('operator_not_found');
    });

    it('is not left out by both revoking each other at the same moment', async () => {
      const [ana, bruno] = await twoOperators();
      const outcomes = await Promise.all([
        runPaymentsAs(ana, service, 'operators', 'revoke', 'bruno'),
        runPaymentsAs(bruno, service, 'operators', 'revoke', 'ana'),
      ]);
      expect(outcomes.map(({ code }) => code).sort()).to.deep.equal([0, 1]);
    });

    it('replaces their own key, after which the old one does not work', async () => {
      const { key } = await add(undefined, 'ana');
      const rotated = await json(key, 'operators', 'rotate');
      expect(await refused(key, 'operators', 'rotate')).to.equal('operator_key_refused');
      await json(rotated.key, 'operators', 'rotate');
    });

    it('is not somebody else because a key was copied into another row of the database', async () => {
      const [ana, bruno] = await twoOperators();
      const carla = await add(bruno, 'carla');
      await query(`update operators set public_id = 'elsewhere' where name = 'bruno'`);
      await query(
        `update operators a set public_id = $1, key_stamp = b.key_stamp from operators b
          where a.name = 'ana' and b.name = 'bruno'`,
        [bruno.split('_')[1]],
      );
      expect(await refused(bruno, 'approvals', 'approve', carla.waits_for_approval)).to.equal(
        'operator_key_refused',
      );
      expect(ana).to.not.equal(bruno);
    });
  });

  describe('a request', () => {
    let ana: { id: string; name: string };
    let bruno: { id: string; name: string };
    let carriedOut: string[];
    let failure: DomainError | undefined;

    const approvals = () =>
      createApprovals({
        keyring: service.foundation.keyring,
        kinds: {
          'test.kind': {
            carryOut: async (trx, { id, requestedBy, approvedBy }) => {
              await trx.query({ text: 'select 1' });
              if (failure) throw failure;
              carriedOut.push(`${id} ${requestedBy.name} ${approvedBy.name}`);
            },
          },
        },
      });
    const within = <T>(work: (trx: any) => Promise<T>): Promise<T> => service.foundation.db.transaction(work);
    const request = () =>
      within((trx) =>
        approvals().request(trx, ana, {
          kind: 'test.kind',
          details: { amount: '25', nested: { z: 1, a: [true, null] } },
          reason: 'a test',
          evidence: 'https://bank.example/statement',
        }),
      );
    const approve = (id: string, by = bruno) => within((trx) => approvals().approve(trx, by, id));
    const codeOf = (attempt: Promise<unknown>): Promise<string | undefined> =>
      attempt.then(
        () => undefined,
        (error: DomainError) => error.code,
      );

    beforeEach(async () => {
      await twoOperators();
      const rows = await query('select id, name from operators order by created_at');
      [ana, bruno] = rows as [typeof ana, typeof bruno];
      carriedOut = [];
      failure = undefined;
    });

    it('is carried out once, when another operator approves it', async () => {
      const { id } = await request();
      expect(carriedOut).to.deep.equal([]);
      expect(await codeOf(approve(id, ana))).to.equal('second_operator_required');
      const approved = await approve(id);
      expect(approved).to.include({ decision: 'approved', requester: 'ana', decider: 'bruno' });
      expect(approvals().isGenuine(approved)).to.equal(true);
      expect(await codeOf(approve(id))).to.equal('operator_request_not_waiting');
      expect(carriedOut).to.deep.equal([`${id} ana bruno`]);
    });

    it('is carried out once, when it is approved twice at the same moment', async () => {
      const { id } = await request();
      const outcomes = await Promise.all([codeOf(approve(id)), codeOf(approve(id))]);
      expect(outcomes).to.have.members([undefined, 'operator_request_not_waiting']);
      expect(carriedOut).to.have.length(1);
    });

    it('goes on waiting when it cannot be carried out', async () => {
      const { id } = await request();
      failure = new DomainError('insufficient_funds');
      expect(await codeOf(approve(id))).to.equal('insufficient_funds');
      failure = undefined;
      await approve(id);
      expect(carriedOut).to.have.length(1);
    });

    it('is not carried out once declined, expired, or after its requester was revoked', async () => {
      const declined = await request();
      await within((trx) => approvals().decline(trx, ana, declined.id, 'Wrong amount'));
      expect(await codeOf(approve(declined.id))).to.equal('operator_request_not_waiting');
      const [latest] = await approvals().list(service.foundation.db.read, { limit: 1 });
      expect(latest, 'with the reason').to.include({ decision: 'declined', declineReason: 'Wrong amount' });

      const orphaned = await request();
      await query('update operators set revoked_at = now(), revoked_by = $1 where id = $2', [
        bruno.id,
        ana.id,
      ]);
      expect(await codeOf(approve(orphaned.id))).to.equal('operator_request_not_waiting');
      await query('update operators set revoked_at = null, revoked_by = null');

      const late = await request();
      await advance(service, 7 * 24 * HOUR_S);
      expect(await codeOf(approve(late.id))).to.equal('operator_request_not_waiting');
      expect(carriedOut).to.deep.equal([]);
    });

    it('is refused by the database itself when its requester approves it', async () => {
      const { id } = await request();
      const attempt = query(
        `update operator_requests set decision = 'approved', decided_by = requested_by, decided_at = now(),
           approval_stamp = request_stamp where id = $1`,
        [id],
      );
      expect(await attempt.catch((error: unknown) => error)).to.include({
        constraint: 'operator_requests_two_persons',
      });
    });

    it('is worth nothing when it was written by whoever can write to the database, or altered', async () => {
      const { id } = await request();
      const forged = '01a2066a-c18d-70f3-acb1-89ef88a2c1fc';
      await query(
        `insert into operator_requests (id, kind, details, reason, evidence, requested_by, created_at, expires_at, request_stamp)
         select $1, kind, details, reason, evidence, requested_by, created_at, expires_at, request_stamp
           from operator_requests where id = $2`,
        [forged, id],
      );
      expect(await codeOf(approve(forged))).to.equal('operator_request_forged');
      await query(`update operator_requests set details = '{"amount": "2500"}' where id = $1`, [id]);
      expect(await codeOf(approve(id))).to.equal('operator_request_forged');

      const other = await request();
      await query(
        `update operator_requests set decision = 'approved', decided_by = $2, decided_at = now(),
           approval_stamp = request_stamp where id = $1`,
        [other.id, bruno.id],
      );
      const listed = await within((trx) => approvals().list(trx, { limit: 10 }));
      expect(listed.filter(({ isGenuine }) => isGenuine)).to.deep.equal([]);
      expect(carriedOut).to.deep.equal([]);
    });

    it('cannot be changed by the service, nor can what operators did', async () => {
      await request();
      for (const text of [
        `update operator_requests set details = '{}'`,
        `update operator_requests set requested_by = decided_by`,
        'delete from operator_requests',
        `update operator_log set action = 'nothing'`,
        'delete from operator_log',
        'delete from operators',
        `update operators set works_from = now()`,
      ])
        expect(await within((trx) => trx.query({ text })).catch((error: unknown) => error), text).to.include({
          code: '42501',
        });
    });

    it('leaves what was asked for and decided in the log of operators', async () => {
      const { id } = await request();
      await approve(id);
      const { data } = await json(undefined, 'operators', 'log', '--limit', '2');
      expect(data.map(({ operator, action, subject }: any) => ({ operator, action, subject }))).to.deep.equal(
        [
          { operator: 'bruno', action: 'request.approved', subject: id },
          { operator: 'ana', action: 'request.made', subject: id },
        ],
      );
    });
  });
});
