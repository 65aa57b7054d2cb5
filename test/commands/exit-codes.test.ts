import { expect } from 'chai';
import { StartupError } from '../../src/lib/errors/errors.ts';
import { runIn, runPayments } from '../support/processes/command.ts';
import { startService, type TestService } from '../support/service.ts';

describe('the exit code of a command', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  const outcome = async (...args: string[]) => {
    const { code, stdout } = await runPayments(service, ...args, '--json');
    return { code, error: JSON.parse(stdout).error?.code };
  };

  it('is 0 once it is done', async () => {
    expect(await outcome('ledger', 'verify')).to.deep.equal({ code: 0, error: undefined });
  });

  it('is 1 when it is refused', async () => {
    const unknown = '11111111-1111-4111-8111-111111111111';
    expect(await outcome('accounts', 'show', unknown)).to.deep.equal({ code: 1, error: 'account_not_found' });
    expect(await outcome('rails', 'resume', '--method', 'SPEI')).to.deep.equal({ code: 1, error: 'refused' });
  });

  it('is 2 when it was typed wrongly, by its words or by options that do not go together', async () => {
    for (const args of [
      ['nope'],
      ['accounts', 'create'],
      ['accounts', 'show', 'nope'],
      ['accounts', 'list', '--limit', '0'],
      ['rails', 'pause', '--method', 'SPEI', '--network', 'Polygon'],
      ['fx', 'report', '--from', '2026-11-02', '--to', '2026-11-01'],
    ]) {
      expect(await outcome(...args), args.join(' ')).to.deep.equal({ code: 2, error: 'invalid_usage' });
    }
  });

  it('is 3 when the configuration, the database or the program failed', async () => {
    for (const [error, code] of [
      [new StartupError('Cannot reach the database.'), 'cannot_start'],
      [new TypeError('x is undefined'), 'internal_error'],
    ] as const) {
      const failed = await runIn(['accounts', 'list', '--json'], () => Promise.reject(error));
      expect(failed.code).to.equal(3);
      expect(JSON.parse(failed.stdout).error).to.deep.equal({ code, message: error.message });
    }
  });
});
