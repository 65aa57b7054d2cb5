import { expect } from 'chai';
import { readSections } from '../../scripts/contract/changelog.ts';
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
});
