import { basename } from 'node:path';
import { expect } from 'chai';
import { readAssets } from '../../src/pages/assets.ts';
import { CONTENT_SECURITY_POLICY } from '../../src/pages/policy.ts';

describe('the files that pages load', () => {
  it('draw nothing from data: images, which the policy of the pages blocks', async () => {
    expect(CONTENT_SECURITY_POLICY).to.match(/img-src 'self'(;|$)/);
    const assets = await readAssets();
    for (const name of ['pico.css', 'checkout.css', 'counter.css', 'panel.css', 'docs.css'] as const) {
      const styles = assets.find(basename(assets.href(name)))!.bytes.toString();
      expect(styles, name).not.to.be.empty;
      expect(styles, name).not.to.contain('data:');
    }
  });
});
