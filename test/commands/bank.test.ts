import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { bai2, balance, camt, entry } from '../methods/providers/bank/files.ts';
import { runIn } from '../support/processes/command.ts';

const never = () => Promise.reject(new Error('a check needs no deployment'));

describe('payments bank check', () => {
  let folder: string;
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'payments-bank-'))));
  after(() => rm(folder, { recursive: true }));

  /** Checks a file with this content. */
  async function check(content: string, ...args: string[]) {
    const file = join(folder, 'statement');
    await writeFile(file, content);
    return runIn(['bank', 'check', file, ...args], never);
  }
  const json = async (content: string, ...args: string[]) => {
    const { code, stdout, stderr } = await check(content, '--json', ...args);
    return { code, stderr, result: JSON.parse(stdout) as unknown };
  };
  const tied = camt({ closing: balance('CLBD', '110.00'), entries: entry() });

  it('says what a file of any bank holds and that it ties, with no deployment', async () => {
    expect(await json(tied)).to.deep.equal({
      code: 0,
      stderr: '',
      result: {
        format: 'camt.053.001.08',
        refused: null,
        statements: [
          {
            ...{ account: 'DE89370400440532013000', currency: 'EUR', opening: '100.00', closing: '110.00' },
            ...{ entries: 1, ties: true },
          },
        ],
      },
    });
    expect((await json(bai2([]))).result).to.include({ format: 'BAI2', refused: null });
  });

  it('fails for a file that does not tie, and still says what it holds', async () => {
    const { code, stderr, result } = await json(camt({ entries: entry() }));
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: '' });
    expect(result).to.have.property('refused').that.includes('does not tie');
    expect(result).to.have.nested.property('statements[0].ties', false);
  });

  it('fails for a file that cannot be read, with the reason', async () => {
    const { code, result } = await json('<!DOCTYPE x><Document/>');
    expect(code).to.equal(1);
    expect(result).to.deep.equal({
      format: null,
      refused: 'The XML has a DOCTYPE. No bank needs one, and it can do harm.',
      statements: [],
    });
  });

  it('prints lines for people without --json', async () => {
    const { code, stdout } = await check(tied);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^format +camt\.053\.001\.08\nrefused +-\nstatements\n +ACCOUNT/);
    expect(stdout).to.include('DE89370400440532013000');
    expect((await check('hello')).stdout).to.match(/^refused +The file is in none of the known formats/m);
  });

  it('reads a CSV file with a mapping', async () => {
    const mapping = join(folder, 'mapping.json');
    const csv = 'Cuando;Cuanto\n23/11/2026;1.234,50\n';
    const wrong = await json(csv);
    expect(wrong.result).to.have.property('refused').that.includes('Pass a mapping');
    await writeFile(
      mapping,
      JSON.stringify({
        ...{
          separator: ';',
          account: { value: '0123' },
          currency: { value: 'MXN' },
          decimal: ',',
          thousands: '.',
        },
        ...{ bookingDate: { column: 'Cuando', format: 'DD/MM/YYYY' }, amount: { column: 'Cuanto' } },
      }),
    );
    const { code, result } = await json(csv, '--mapping', mapping);
    expect(code).to.equal(0);
    expect(result).to.have.nested.property('statements[0].account', '0123');

    await writeFile(mapping, '{"separator": "#"}');
    const refusal = await check(csv, '--mapping', mapping);
    expect(refusal.code).to.equal(1);
    expect(refusal.stderr).to.equal('In the mapping, separator must be one of ",", ";", "\\t", "|".\n');
    await writeFile(mapping, 'not JSON');
    expect((await check(csv, '--mapping', mapping)).stderr).to.match(/is not JSON\.\n$/);
  });

  it('fails in one line for a file that is not there, or is none', async () => {
    const missing = await runIn(['bank', 'check', join(folder, 'nothing')], never);
    expect(missing.code).to.equal(1);
    expect(missing.stderr).to.match(/^.*nothing cannot be read \(ENOENT\)\.\n$/);
    expect((await runIn(['bank', 'check', folder], never)).stderr).to.match(/is not a file\.\n$/);
  });
});
