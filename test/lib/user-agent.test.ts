import { expect } from 'chai';
import { readUserAgent } from '../../src/lib/user-agent.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = '(Macintosh; Intel Mac OS X 10_15_7)';
const IPHONE = '(iPhone; CPU iPhone OS 18_1 like Mac OS X)';

describe('a user agent', () => {
  it('is read as the browser and the system that people know', () => {
    const cases: [agent: string, name: string, system: string][] = [
      [
        `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
        'Chrome',
        'Windows',
      ],
      [
        `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
        ...(['Edge', 'Windows'] as const),
      ],
      [`${MOZILLA} ${MAC} ${WEBKIT} Version/26.0 Safari/605.1.15`, 'Safari', 'macOS'],
      [`${MOZILLA} ${IPHONE} ${WEBKIT} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
      [`${MOZILLA} ${IPHONE} ${WEBKIT} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
      [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox', 'Linux'],
      [
        `${MOZILLA} (Linux; Android 15; SM-S921B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
        ...(['Samsung Internet', 'Android'] as const),
      ],
      [`${MOZILLA} ${MAC} ${WEBKIT} Chrome/142.0 Safari/537.36 OPR/120.0`, 'Opera', 'macOS'],
    ];
    for (const [agent, name, system] of cases) expect(readUserAgent(agent)).to.deep.equal({ name, system });
  });

  it('says nothing where it tells nothing', () => {
    expect(readUserAgent('')).to.deep.equal({ name: undefined, system: undefined });
    expect(readUserAgent('curl/8.5.0')).to.deep.equal({ name: 'curl', system: undefined });
    expect(readUserAgent('node')).to.deep.equal({ name: undefined, system: undefined });
    expect(readUserAgent('x'.repeat(100_000))).to.deep.equal({ name: undefined, system: undefined });
  });
});
