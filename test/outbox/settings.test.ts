import { expect } from 'chai';
import { readConfig } from '../../src/config/config.ts';
import { StartupError } from '../../src/lib/errors/errors.ts';

describe('mail settings', () => {
  const url = 'smtp://user:password@mail.example.com:587';
  const from = 'notices@payments.example';

  it('are a mail server and a sender, or nothing', () => {
    expect(readConfig({ SMTP_URL: url, MAIL_FROM: from }).mail).to.deep.equal({ url, from });
    expect(readConfig({}).mail).to.equal(undefined);
    for (const half of [{ SMTP_URL: url }, { MAIL_FROM: from }]) {
      expect(() => readConfig(half)).to.throw(StartupError, /SMTP_URL and MAIL_FROM must be set together/);
    }
  });

  it('are refused when invalid, without showing the password', () => {
    for (const SMTP_URL of ['mail.example.com', 'http://mail.example.com', 'smtp://user:password@']) {
      expect(() => readConfig({ SMTP_URL, MAIL_FROM: from }))
        .to.throw(StartupError, /SMTP_URL must be like/)
        .with.property('message')
        .that.does.not.include('user:password@mail.example.com');
    }
    for (const MAIL_FROM of ['Payments <notices@payments.example>', 'notices', 'a@b@c', 'a@b,c@d']) {
      expect(() => readConfig({ SMTP_URL: url, MAIL_FROM })).to.throw(StartupError, /MAIL_FROM must be like/);
    }
  });
});
