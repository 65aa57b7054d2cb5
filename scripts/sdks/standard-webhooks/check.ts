// Verifies deliveries that the service really sent with the libraries of Standard Webhooks, as they are. The tests do so
// with the one for JavaScript; `npm run sdks:webhooks` with those for Python and Go.
import { fileURLToPath } from 'node:url';
import { newSigningSecret, nowS, signStandard } from '../../../src/lib/outgoing/signature.ts';
import { pythonWith } from '../../tools/tools.ts';
import { run } from '../run.ts';
import { startSandbox, type RecordedDelivery, type RecordedRotation } from '../sandbox.ts';

interface Case extends RecordedDelivery {
  name: string;
  secret: string;
  /** Why the library must refuse it, in any of its wordings; undefined if it must not. */
  refusal?: RegExp;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NO_MATCH = /no matching signature/i;
const TOO_OLD = /too old/i;
/** Beyond the five minutes that the libraries tolerate. */
const OLD_S = 301;

/** Each reads cases as JSON, and writes for each why its library refuses it, or null. */
const LIBRARIES: Record<string, (input: string) => Promise<string>> = {
  python: async (input) =>
    run(await pythonWith('standardwebhooks'), ['verify.py'], { cwd: `${HERE}python`, input }),
  go: (input) =>
    run('go', ['run', '.'], { cwd: `${HERE}go`, env: { GOFLAGS: '-trimpath', CGO_ENABLED: '0' }, input }),
};

const sandbox = await startSandbox();
try {
  const cases = casesOf(await sandbox.recordRotation());
  for (const [language, verify] of Object.entries(LIBRARIES)) {
    const reasons = JSON.parse(await verify(JSON.stringify(cases))) as (string | null)[];
    const wrong = cases.filter(({ refusal }, index) => !isRight(refusal, reasons[index]));
    for (const each of wrong)
      console.log(`${language}, ${each.name}: ${reasons[cases.indexOf(each)] ?? 'accepted'}`);
    console.log(`${language}: ${wrong.length === 0 ? 'passed' : 'failed'}`);
    if (wrong.length > 0) process.exitCode = 1;
  }
} finally {
  await sandbox.close();
}

function casesOf({ oldSecret, newSecret, before, during }: RecordedRotation): Case[] {
  const changed = { ...before, body: before.body.replace('1500.5', '9500.5') };
  if (changed.body === before.body) throw new Error('the delivery has no amount to change');
  return [
    { name: 'a delivery', ...before, secret: oldSecret },
    { name: 'one during a rotation, by the old secret', ...during, secret: oldSecret },
    { name: 'one during a rotation, by the new secret', ...during, secret: newSecret },
    { name: 'one before a rotation, by the new secret', ...before, secret: newSecret, refusal: NO_MATCH },
    { name: 'by the secret of another endpoint', ...before, secret: newSigningSecret(), refusal: NO_MATCH },
    { name: 'with a changed body', ...changed, secret: oldSecret, refusal: NO_MATCH },
    {
      name: 'from five minutes ago',
      ...sentAgo(OLD_S, before, oldSecret),
      secret: oldSecret,
      refusal: TOO_OLD,
    },
  ];
}

/** The same delivery, as it would have been sent then. */
function sentAgo(seconds: number, { headers, body }: RecordedDelivery, secret: string): RecordedDelivery {
  const timestampS = nowS() - seconds;
  const signature = signStandard({ id: headers['webhook-id']!, body, secrets: [secret], timestampS });
  return {
    headers: { ...headers, 'webhook-timestamp': String(timestampS), 'webhook-signature': signature },
    body,
  };
}

function isRight(refusal: RegExp | undefined, reason: string | null | undefined): boolean {
  return refusal === undefined ? reason === null : typeof reason === 'string' && refusal.test(reason);
}
