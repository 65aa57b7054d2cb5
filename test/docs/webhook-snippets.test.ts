import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { VERIFICATION } from './verification.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the verification of signatures in openapi/guides/9-webhooks.md', () => {
  it('names the helpers that the clients have', () => {
    const helpers = [...VERIFICATION.matchAll(/^\| (\w+) +\| `(?:new )?\W?([\w:.]+)\(/gm)];
    expect(helpers).to.have.length(5);
    for (const [, language = '', helper = ''] of helpers) {
      const readme = join(ROOT, 'scripts/sdks', language.toLowerCase(), 'client/README.md');
      expect(readFileSync(readme, 'utf8'), language).to.contain(`${helper}(`);
    }
  });
});
