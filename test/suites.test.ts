import { execFile, execFileSync, fork, spawn, spawnSync } from 'node:child_process';
import { expect } from 'chai';

describe('npm test', () => {
  it('starts no program: tests that do are in test-system/', () => {
    const attempts = [
      () => spawn('true'),
      () => execFile('true'),
      () => fork('true'),
      () => spawnSync('true'),
      () => execFileSync('true'),
    ];
    for (const attempt of attempts) expect(attempt).to.throw(/belongs in test-system\//);
  });
});
