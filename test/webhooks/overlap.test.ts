import { expect } from 'chai';
import { answers } from '../support/outside/receiver.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startDeliveryBench, type DeliveryBench } from './deliveries/delivery-bench.ts';
import { verifySignature } from './verify-signature.ts';

const DAY_S = 86_400;

describe('two signing secrets of one endpoint', () => {
  let bench: DeliveryBench;
  let endpoint: { id: string; secret: string };

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  beforeEach(async () => {
    await bench.clear();
    bench.receiver.requests.length = 0;
    endpoint = await bench.register();
  });

  const path = (action = '') => `/v1/webhook_endpoints/${endpoint.id}${action}`;
  const rotate = async (validFor?: number): Promise<string> => {
    const body = validFor === undefined ? undefined : { previous_secret_valid_for: validFor };
    return (await bench.account.api.post(path('/rotate_secret'), body)).body.signing_secret;
  };
  const deliver = async () => {
    await bench.record();
    await bench.deliverDue();
  };
  /** For each request that the receiver got: with which of these secrets it can be verified. */
  const verified = (...secrets: string[]): boolean[][] =>
    bench.receiver.requests.map(({ headers, body }) =>
      secrets.map((secret) =>
        verifySignature({
          header: String(headers['service-signature']),
          body,
          secret,
          nowS: Date.now() / 1000,
        }),
      ),
    );
  const signatures = (): number[] =>
    bench.receiver.requests.map(({ headers }) => String(headers['service-signature']).split(',').length - 1);

  it('both verify each delivery until the old one ends, which the endpoint tells', async () => {
    const fresh = await rotate(DAY_S);
    const until = Date.parse((await bench.endpoint(endpoint.id)).previous_secret_valid_until);
    expect(until - Date.now()).to.be.closeTo(DAY_S * 1000, 60_000);
    await deliver();
    await bench.advance(DAY_S);
    await deliver();
    expect(verified(endpoint.secret, fresh)).to.deep.equal([
      [true, true],
      [false, true],
    ]);
    expect(signatures()).to.deep.equal([2, 1]);
    expect(await bench.endpoint(endpoint.id)).not.to.have.property('previous_secret_valid_until');
  });

  it('sign the later attempts of an event from before the rotation, and test events', async () => {
    bench.receiver.answerWith(answers.inTurn(answers.status(500), answers.status(200)));
    await deliver();
    const fresh = await rotate(DAY_S);
    await bench.advance(60);
    await bench.deliverDue();
    await bench.account.api.post(path('/test'));
    expect(verified(endpoint.secret, fresh)).to.deep.equal([
      [true, false],
      [true, true],
      [true, true],
    ]);
    expect(new Set(bench.receiver.requests.slice(0, 2).map(({ body }) => body.toString())).size).to.equal(1);
  });

  it('sign what somebody sends again', async () => {
    await deliver();
    const { id } = await bench.delivery();
    const fresh = await rotate(DAY_S);
    await bench.account.api.post(path(`/deliveries/${id}/redeliver`));
    await bench.deliverDue();
    expect(verified(endpoint.secret, fresh)).to.deep.equal([
      [true, false],
      [true, true],
    ]);
  });

  it('are the last two when the secret is rotated again meanwhile, and one after a rotation without', async () => {
    const second = await rotate(7 * DAY_S);
    const third = await rotate(DAY_S);
    await deliver();
    const fourth = await rotate();
    await deliver();
    expect(verified(endpoint.secret, second, third, fourth)).to.deep.equal([
      [false, true, true, false],
      [false, false, false, true],
    ]);
  });

  it('are the last two of rotations at the same moment', async () => {
    const secrets = await Promise.all([rotate(DAY_S), rotate(DAY_S), rotate(DAY_S)]);
    await deliver();
    const [verdicts = []] = verified(endpoint.secret, ...secrets);
    expect(verdicts[0]).to.be.false;
    expect(verdicts.filter(Boolean)).to.have.length(2);
  });

  it('leave nothing of the ended one in the database, whatever else changes of the endpoint', async () => {
    const previous = async () => {
      const rows = await bench.service.database.query('select previous_sealed_secret from webhook_endpoints');
      return rows.map((row) => row['previous_sealed_secret'] !== null);
    };
    await rotate(DAY_S);
    await bench.account.api.patch(path(), { description: 'Shop' });
    await bench.service.workers.housekeeper.runOnce();
    expect(await previous()).to.deep.equal([true]);
    await bench.advance(DAY_S);
    await bench.service.workers.housekeeper.runOnce();
    expect(await previous()).to.deep.equal([false]);
  });

  it('live side by side for at most 7 days', async () => {
    for (const validFor of [7 * DAY_S + 1, -1, 0.5]) {
      const answer = await bench.account.api.post(path('/rotate_secret'), {
        previous_secret_valid_for: validFor,
      });
      expect(refusal(answer), String(validFor)).to.deep.equal(invalid('previous_secret_valid_for'));
    }
    await deliver();
    expect(verified(endpoint.secret)).to.deep.equal([[true]]);
  });
});
