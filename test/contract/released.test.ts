import { expect } from 'chai';
import { readChangelog } from '../../scripts/contract/changelog.ts';
import { readReleases } from '../../scripts/contract/releases.ts';

/** `npm run contract:diff` compares the contract with the last of these. */
describe('the released contracts', () => {
  it('are what they were when they were released, and are in the changelog', async () => {
    const releases = await readReleases();
    const entries = [...(await readChangelog()).matchAll(/^## (\S+) \((\S+)\)$/gm)];
    expect(entries.map(([, version, date]) => ({ version, date }))).to.deep.equal(
      releases.map(({ version, date }) => ({ version, date })).reverse(),
    );
    for (const { version, contracts } of releases) {
      for (const contract of Object.values(contracts)) expect(contract['info'].version).to.equal(version);
    }
  });
});
