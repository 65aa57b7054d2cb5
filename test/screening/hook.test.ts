import { expect } from 'chai';
import { readConfig } from '../../src/config/config.ts';
import { createAddressGuard } from '../../src/lib/outgoing/address-guard.ts';
import { createGuardedClient, type GuardedClient } from '../../src/lib/outgoing/guarded-client.ts';
import { createAsk, SCREENING_TIMEOUT_MS, type Ask } from '../../src/screening/hook.ts';
import { answers, startReceiver, type Answer, type Receiver } from '../support/outside/receiver.ts';
import { verifySignature } from '../webhooks/verify-signature.ts';
import { says, SECRET } from './rig.ts';

const QUESTION = {
  id: '0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09',
  type: 'payout',
  account_id: '0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c01',
  asset: 'MXN',
  amount: '10.5',
  method: 'SPEI',
  destination: { clabe: '032180000118359719', beneficiary: 'Ñandú €' },
} as const;

describe('the hook that screens payments', () => {
  let receiver: Receiver;
  let client: GuardedClient;
  let ask: Ask;

  before(async () => {
    receiver = await startReceiver();
    client = createGuardedClient({
      guard: createAddressGuard({ allowCidrs: ['127.0.0.0/8'] }),
      caFile: receiver.caFile,
    });
    ask = createAsk(client, { url: `${receiver.url}/screen`, secret: SECRET, livemode: true });
  });
  after(async () => {
    client?.close();
    await receiver?.close();
  });

  it('gets the payment, signed as webhooks are', async () => {
    receiver.answerWith(says('allow'));
    expect(await ask(QUESTION)).to.deep.equal({ decision: 'allow', code: null });
    const { method, path, headers, body } = receiver.requests.at(-1)!;
    expect({ method, path, type: headers['content-type'] }).to.deep.equal({
      method: 'POST',
      path: '/screen',
      type: 'application/json; charset=utf-8',
    });
    const header = String(headers['service-signature']);
    const nowS = Date.now() / 1000;
    expect(verifySignature({ header, body, secret: SECRET, nowS })).to.equal(true);
    expect(verifySignature({ header, body, secret: `${SECRET}x`, nowS })).to.equal(false);
    expect(JSON.parse(body.toString())).to.deep.equal({ ...QUESTION, livemode: true });
  });

  it('says allow, hold or refuse', async () => {
    const codes = { allow: 'KNOWN', hold: 'A', refuse: `${'X'.repeat(62)}_9` };
    for (const [decision, code] of Object.entries(codes)) {
      receiver.answerWith(says(decision, code));
      expect(await ask(QUESTION)).to.deep.equal({ decision, code });
    }
  });

  const json = (value: unknown, status = 200): Answer => answers.status(status, JSON.stringify(value));
  const ALLOWED = { decision: 'allow' };
  const NONE: Record<string, Answer> = {
    'an error': json(ALLOWED, 500),
    'a refusal of the question': json(ALLOWED, 401),
    'another success': json(ALLOWED, 202),
    'a redirect': answers.redirectTo('https://example.com/'),
    'no JSON': answers.status(200, 'allow'),
    'an empty body': answers.status(200, ''),
    'a JSON text': json('allow'),
    'a JSON list': json([ALLOWED]),
    null: json(null),
    'no decision': json({ code: 'A' }),
    'another decision': json({ decision: 'ALLOW' }),
    'a list of decisions': json({ decision: ['allow'] }),
    'hold without a code': json({ decision: 'hold' }),
    'refuse without a code': json({ decision: 'refuse', code: null }),
    'a code with other characters': json({ decision: 'refuse', code: 'ofac list' }),
    'an empty code': json({ decision: 'allow', code: '' }),
    'a code that is too long': json({ decision: 'hold', code: 'X'.repeat(65) }),
    'a code of two lines': json({ decision: 'hold', code: 'A\nB' }),
    'an answer that is too long': json({ ...ALLOWED, more: 'x'.repeat(5_000) }),
    'an answer without end': answers.endless(),
    'an answer that is cut off': answers.raw(
      'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"decision":"allow"}',
    ),
    'a closed connection': answers.reset(),
  };
  for (const [what, answer] of Object.entries(NONE)) {
    it(`has not answered by ${what}`, async () => {
      receiver.answerWith(answer);
      expect(await ask(QUESTION)).to.include({ decision: 'none' });
    });
  }

  const SLOW: Record<string, Answer> = {
    'an answer that is late': answers.delayed(SCREENING_TIMEOUT_MS + 1_000, says('allow')),
    silence: answers.hangBeforeHeaders(),
    'silence after the headers': answers.hangAfterHeaders(),
    'a byte at a time': answers.drip(),
  };
  for (const [what, answer] of Object.entries(SLOW)) {
    it(`has not answered by ${what}, and is waited for two seconds`, async () => {
      receiver.answerWith(answer);
      const startedAt = performance.now();
      expect(await ask(QUESTION)).to.include({ decision: 'none' });
      expect(performance.now() - startedAt).to.be.within(
        SCREENING_TIMEOUT_MS - 100,
        SCREENING_TIMEOUT_MS + 900,
      );
    });
  }

  it('is asked again at once over a new connection when it had closed the old one', async () => {
    receiver.answerWith((response) => {
      // Says that it keeps the connection, and closes it with the next request.
      response.writeHead(200).end(JSON.stringify(ALLOWED));
    });
    await ask(QUESTION);
    receiver.answerWith(answers.inTurn(answers.reset(), says('allow')));
    expect(await ask(QUESTION)).to.include({ decision: 'allow' });
  });
});

describe('the configuration of screening', () => {
  const SECRETS = { SCREENING_SECRET: SECRET };
  const URLS = { SCREENING_URL: 'https://screening.example.com/ask' };

  it('is absent when nothing of it is set, and else whole', () => {
    expect(readConfig({}).screening).to.equal(undefined);
    expect(readConfig({ ...URLS, ...SECRETS }).screening).to.deep.equal({
      url: URLS.SCREENING_URL,
      secret: SECRET,
    });
  });

  const own = { SCREENING_URL: 'https://screening.internal:9000/' };
  it('may be in the own network only where that is open', () => {
    expect(readConfig({ ...own, ...SECRETS, WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8' }).screening?.url).to.equal(
      own.SCREENING_URL,
    );
  });

  for (const [what, environment, message] of [
    ['without a secret', URLS, /must be set together/],
    ['without an address', SECRETS, /must be set together/],
    ['with a short secret', { ...URLS, SCREENING_SECRET: 'canary-x'.repeat(3) }, /32 to 512 characters/],
    ['over http', { SCREENING_URL: 'http://screening.example.com/', ...SECRETS }, /must begin with https/],
    ['in the own network', { ...own, ...SECRETS }, /WEBHOOK_ALLOW_CIDRS/],
  ] as const) {
    it(`is refused ${what}`, () => {
      expect(() => readConfig(environment))
        .to.throw(message)
        .and.not.match(/canary/);
    });
  }
});
