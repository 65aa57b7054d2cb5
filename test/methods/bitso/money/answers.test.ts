import { expect } from 'chai';
import nock from 'nock';
import { money } from '../../../../src/lib/money.ts';
import { createMoneySide } from '../../../../src/methods/providers/bitso/money.ts';
import { originIdOf } from '../../../../src/methods/providers/bitso/withdrawals/origin-ids.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import { clabeOf } from './money-rig.ts';
import {
  BASE_URL,
  interceptHttps,
  keepLogs,
  openClientRig,
  stopIntercepting,
  type ClientRig,
} from '../rig.ts';

/** Single answers in the documented form, and in forms that clients of Bitso have recorded. */
describe("Bitso's answers about money that goes out", () => {
  let rig: ClientRig;
  before(async () => {
    rig = await openClientRig();
    interceptHttps();
  });
  afterEach(() => nock.cleanAll());
  after(async () => {
    stopIntercepting();
    await rig.close();
  });

  let number = 0;
  const payOut = (key = `key ${++number}`) =>
    createMoneySide({
      ...{ db: rig.db, logger: keepLogs().logger },
      client: rig.client,
      juno: undefined,
    }).provider.payOut(
      {
        ...{ idempotencyKey: key, method: 'SPEI', asset: 'MXN', amount: money('200.5') },
        destination: { clabe: clabeOf(1), beneficiary: 'Acme' },
      },
      patience(),
    );
  const withdrawal = (originId: string, fields: object, details: object = {}) => ({
    ...{
      wid: '7c28d479',
      currency: 'mxn',
      method: 'praxis',
      amount: '200.50',
      asset: 'mxn',
      network: 'spei',
    },
    ...{ created_at: '2024-02-14T15:53:39+00:00', protocol: 'clabe', integration: 'praxis' },
    details: { origin_id: originId, clave_de_rastreo: null, ...details },
    ...fields,
  });
  const lookUp = (payload: unknown) =>
    nock(BASE_URL).get('/v3/withdrawals').query(true).reply(200, { success: true, payload });

  it('are looked up by the origin_id, and sent with what is documented', async () => {
    let body: any;
    const originId = originIdOf('pay_out', 'documented');
    nock(BASE_URL)
      .get(`/v3/withdrawals?origin_ids=${originId}`)
      .reply(400, { success: false, error: { code: '0357', message: 'Origin id desconocido' } });
    nock(BASE_URL)
      .post('/v3/withdrawals', (posted) => ((body = posted), true))
      .reply(200, { success: true, payload: withdrawal(originId, { status: 'pending' }) });
    expect(await payOut('documented')).to.deep.equal({ status: 'pending', providerReference: '7c28d479' });
    const { numeric_ref, ...rest } = body;
    expect(numeric_ref).to.match(/^[1-9][0-9]{6}$/);
    expect(rest).to.deep.equal({
      ...{ currency: 'mxn', protocol: 'clabe', amount: '200.50', clabe: clabeOf(1) },
      ...{ beneficiary: 'Acme', notes_ref: 'Pago', origin_id: originId },
    });
  });

  it('that list other withdrawals than the one asked for send nothing', async () => {
    lookUp([withdrawal('somebody_elses', { status: 'complete' })]);
    const sending = nock(BASE_URL).post('/v3/withdrawals').reply(200, {});
    expect((await failureOf(payOut())).kind).to.equal('unavailable');
    expect(sending.isDone()).to.equal(false);
  });

  it('that are complete with a fail_reason are done: the money comes back by a deposit', async () => {
    const id = originIdOf('pay_out', 'complete');
    const made = { status: 'complete', wid: '7c28d480' };
    lookUp([withdrawal(id, made, { fail_reason: 'Cuenta cancelada (Cancelled Account)' })]);
    expect((await payOut('complete')).status).to.equal('done');
  });

  it('with a status that is not documented are under way', async () => {
    lookUp([withdrawal(originIdOf('pay_out', 'new'), { status: 'in_review', wid: '7c28d481' })]);
    expect((await payOut('new')).status).to.equal('pending');
  });

  it('that refuse with 200, and a code that is a number, are refusals', async () => {
    lookUp([]);
    lookUp([]);
    nock(BASE_URL)
      .post('/v3/withdrawals')
      .reply(200, { success: false, error: { code: 317, message: 'CLABE no válida' } });
    expect(await failureOf(payOut())).to.include({ kind: 'refused', reason: 'INVALID_DESTINATION' });
  });

  it('with a code that nobody knows leave the outcome open', async () => {
    lookUp([]);
    nock(BASE_URL)
      .post('/v3/withdrawals')
      .reply(400, { success: false, error: { code: '0999', message: 'Nuevo' } });
    expect((await failureOf(payOut())).kind).to.equal('unavailable');
  });
});
