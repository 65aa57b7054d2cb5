import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { SAMPLE_LANGUAGES, writeSamples } from '../../src/contract/derived/samples/samples.ts';
import { sharedContract } from '../../test/support/contract.ts';
import { belongingsFor, bodyFor } from '../../test/support/data/belongings.ts';
import { addressOf, sampleRequests } from '../../test/support/data/sample-requests.ts';
import { startService, type TestService } from '../../test/support/service.ts';

/** Those of the clients are compiled by `npm run sdks -- --check`. */
describe('the code samples of the reference', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  it('are there for each operation in each language, with the address of the service', () => {
    const samples = writeSamples(sharedContract, 'https://pay.example.com');
    expect([...samples.keys()]).to.deep.equal(sampleRequests().map(({ id }) => id));
    for (const [id, ofOperation] of samples) {
      expect(
        ofOperation.map(({ lang }) => lang),
        id,
      ).to.deep.equal(SAMPLE_LANGUAGES);
      for (const { source } of ofOperation) expect(source, id).to.contain('https://pay.example.com');
    }
  });

  // A process, an account and what it needs for each operation, one after the other.
  it('succeed with curl as they stand, apart from the ids in them', async () => {
    const samples = writeSamples(sharedContract, service.baseUrl);
    for (const operation of sampleRequests()) {
      const account = await service.createAccount();
      const ofExample = Object.fromEntries(operation.pathParams.map(({ name, example }) => [name, example]));
      const [{ source } = { source: '' }] = samples.get(operation.id) ?? [];
      let command = source.replace(
        addressOf(operation, ofExample),
        addressOf(operation, await belongingsFor(operation, account)),
      );
      const [body = {}] = operation.bodies;
      for (const [name, made] of Object.entries(await bodyFor(operation, account, body))) {
        if (made !== body[name]) command = command.replace(String(body[name]), String(made));
      }
      const shell = `curl() { command curl --silent --write-out '\\n%{http_code}' "$@"; }\n${command}`;
      const env = { PATH: process.env['PATH'], KEY: account.key.secret };
      const { stdout } = await promisify(execFile)('bash', ['-c', shell], { env });
      expect(Number(stdout.split('\n').at(-1)), `${command}\n${stdout}`).to.be.within(200, 299);
    }
  }).timeout(180_000);
});
