import { expect } from 'chai';
import { linesOf, readSections } from '../../scripts/contract/changelog.ts';
import { readLastRelease } from '../../scripts/contract/releases.ts';

/** `npm run contract:diff` compares the contract with it. */
describe('the released contract', () => {
  it('is what it was when it was released, and heads the changelog', async () => {
    const sections = await readSections();
    const { version, date, contracts } = await readLastRelease(sections);
    expect(sections.trimStart().split('\n')[0]).to.equal(`## ${version} (${date})`);
    for (const contract of Object.values(contracts)) expect(contract['info'].version).to.equal(version);
  });

  it('cannot be read with a changelog that was edited', async () => {
    const edited = (await readSections()).replace('## ', '## 9.9.9 and ');
    const error = await readLastRelease(edited).catch((reason: unknown) => reason);
    expect(String(error)).to.include('CHANGELOG.md was changed');
  });

  it('has a line for each change, with few of many places, and one for all errors', () => {
    const added = (status: number) =>
      `added the optional property \`error/x\` to the response with the \`${status}\` status`;
    const operations = Array.from({ length: 20 }, (_, at) => `operation${at}`);
    expect(
      linesOf([
        { where: 'getPing', text: 'endpoint added' },
        { where: 'getClock', text: 'endpoint added' },
        ...[400, 401].flatMap((status) => operations.map((where) => ({ where, text: added(status) }))),
      ]),
    ).to.deep.equal([
      '- `getPing`, `getClock`: endpoint added',
      '- `operation0`, `operation1`, `operation2` and 17 more: added the optional property `error/x` to errors',
    ]);
  });
});
