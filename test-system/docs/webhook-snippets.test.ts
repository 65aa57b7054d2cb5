import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { VERIFICATION } from '../../test/docs/verification.ts';
import { signPayload } from '../../src/lib/outgoing/signature.ts';

const SECRET = 'whsec_q3-Jf0s_snippets';

interface Language {
  /** Succeeds when the language is installed. */
  probe: [command: string, ...args: string[]];
  /**
   * Files of a program around the snippet that reads lines of three base64 fields (header, body, secret) and writes
   * `true` or `false` for each.
   */
  files: (snippet: string) => Record<string, string>;
  run: [command: string, ...args: string[]];
}

const LANGUAGES: Record<string, Language> = {
  js: {
    probe: [process.execPath, '--version'],
    files: (snippet) => ({
      'main.mjs': `import { readFileSync } from 'node:fs';
${snippet}
for (const line of readFileSync(0, 'utf8').trimEnd().split('\\n')) {
  const [header, body, secret] = line.split(' ').map((field) => Buffer.from(field.slice(1), 'base64'));
  console.log(String(verifySignature(header.toString(), body, secret.toString())));
}`,
    }),
    run: [process.execPath, 'main.mjs'],
  },
  python: {
    probe: ['python3', '--version'],
    files: (snippet) => ({
      'main.py': `${snippet}
import base64, sys
for line in sys.stdin:
    header, body, secret = (base64.b64decode(field[1:]) for field in line.split())
    print(str(verify_signature(header.decode(), body, secret.decode())).lower())
`,
    }),
    run: ['python3', 'main.py'],
  },
  go: {
    probe: ['go', 'version'],
    files: (snippet) => ({
      'webhook.go': snippet.replace('package hooks', 'package main'),
      'main.go': `package main
import ("bufio"; "encoding/base64"; "fmt"; "os"; "strings")
func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		header, _ := base64.StdEncoding.DecodeString(fields[0][1:])
		body, _ := base64.StdEncoding.DecodeString(fields[1][1:])
		secret, _ := base64.StdEncoding.DecodeString(fields[2][1:])
		fmt.Println(VerifySignature(string(header), body, string(secret)))
	}
}`,
    }),
    run: ['go', 'run', 'main.go', 'webhook.go'],
  },
  java: {
    probe: ['java', '--version'],
    files: (snippet) => ({
      // Java runs the first class of a single file.
      'Main.java': snippet.replace(
        'public final class WebhookSignature {',
        `class Main {
  public static void main(String[] args) throws Exception {
    java.util.Base64.Decoder base64 = java.util.Base64.getDecoder();
    for (String line : new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\\n")) {
      String[] fields = line.split(" ");
      String header = new String(base64.decode(fields[0].substring(1)), StandardCharsets.UTF_8);
      String secret = new String(base64.decode(fields[2].substring(1)), StandardCharsets.UTF_8);
      System.out.println(WebhookSignature.verify(header, base64.decode(fields[1].substring(1)), secret));
    }
  }
}
final class WebhookSignature {`,
      ),
    }),
    run: ['java', 'Main.java'],
  },
  php: {
    probe: ['php', '--version'],
    files: (snippet) => ({
      'main.php': `${snippet}
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    [$header, $body, $secret] = array_map(fn ($field) => base64_decode(substr($field, 1)), explode(' ', $line));
    echo verify_signature($header, $body, $secret) ? 'true' : 'false', "\\n";
}`,
    }),
    run: ['php', 'main.php'],
  },
};

describe('the verification of signatures in openapi/guides/9-webhooks.md', function () {
  this.timeout(120_000);

  for (const [name, language] of Object.entries(LANGUAGES)) {
    it(`accepts genuine signatures only, in ${name}`, function () {
      const snippets = [...VERIFICATION.matchAll(new RegExp(`^\`\`\`${name}\\n(.*?)^\`\`\`$`, 'gms'))];
      expect(snippets).to.have.length(1);
      const [probe, ...probeArgs] = language.probe;
      if (spawnSync(probe, probeArgs).error) this.skip();
      const cases = makeCases();
      const lines = cases.map(({ header, body, secret }) =>
        [header, body, secret].map((field) => `=${Buffer.from(field).toString('base64')}`).join(' '),
      );
      const verdicts = run(language, snippets[0]![1]!, `${lines.join('\n')}\n`);
      const expected = cases.map(({ what, genuine }) => `${what}: ${genuine}`);
      expect(cases.map(({ what }, index) => `${what}: ${verdicts[index]}`)).to.deep.equal(expected);
    });
  }
});

function run({ files, run: [command, ...args] }: Language, snippet: string, input: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-'));
  try {
    for (const [file, text] of Object.entries(files(snippet))) writeFileSync(join(folder, file), text);
    // Languages keep caches under HOME: without one, Go recompiles its standard library, which takes half a minute.
    const env = { ...process.env, HOME: writableHome(folder), GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
    const { stdout, stderr, status } = spawnSync(command, args, {
      cwd: folder,
      input,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return stdout.trimEnd().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The user's home, or the given folder when that is not writable. */
function writableHome(otherwise: string): string {
  try {
    accessSync(homedir(), constants.W_OK);
    return homedir();
  } catch {
    return otherwise;
  }
}

interface Case {
  what: string;
  header: string;
  body: Buffer;
  secret: string;
  genuine: boolean;
}

function makeCases(): Case[] {
  const nowS = Math.floor(Date.now() / 1000);
  const body = Buffer.from('{"id":"evt_1","data":{"note":"ñ €"}}');
  const sign = (timestampS: number, bytes = body, secrets = [SECRET]): string =>
    signPayload({ body: bytes, secrets, timestampS });
  const good = sign(nowS);
  const [t = '', v1 = ''] = good.split(',');
  const binary = Buffer.from([0, 255, 10, 13, 128]);
  const genuine = (what: string, header: string, bytes = body): Case => ({
    ...{ what, header, body: bytes, secret: SECRET, genuine: true },
  });
  const forged = (what: string, header: string, change: Partial<Case> = {}): Case => ({
    ...{ what, header, body, secret: SECRET, genuine: false },
    ...change,
  });
  return [
    genuine('signed now', good),
    // Minutes from the limit, for machines that are slow to start a compiler.
    genuine('signed two minutes ago', sign(nowS - 120)),
    genuine('signed by a clock that runs ahead', sign(nowS + 300)),
    genuine('an empty body', sign(nowS, Buffer.alloc(0)), Buffer.alloc(0)),
    genuine('bytes that are not text', sign(nowS, binary), binary),
    genuine('by two secrets, ours first', sign(nowS, body, [SECRET, 'whsec_other'])),
    genuine('by two secrets, ours second', sign(nowS, body, ['whsec_other', SECRET])),
    forged('by two other secrets', sign(nowS, body, ['whsec_other', 'whsec_another'])),
    forged('too old', sign(nowS - 301)),
    forged('from the future', sign(nowS + 500)),
    forged('a body with one more space', good, { body: Buffer.concat([body, Buffer.from(' ')]) }),
    forged('an altered body', good, { body: Buffer.from(body.toString().replace('evt_1', 'evt_2')) }),
    forged('another secret', good, { secret: `${SECRET}x` }),
    forged('another time', good.replace(t, `t=${nowS - 1}`)),
    forged(
      'an altered signature',
      good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
    forged('upper case', `${t},${v1.replace('v1=', '').toUpperCase().replace(/^/, 'v1=')}`),
    forged('one digit short', good.slice(0, -1)),
    forged('one digit more', `${good}0`),
    forged('an invalid digit', `${good.slice(0, -1)}g`),
    forged('a trailing newline', `${good}\n`),
    forged('a space', good.replace(',', ', ')),
    forged('the parts in reverse order', `${v1},${t}`),
    forged('a third signature', `${good},${v1},${v1}`),
    forged('a second signature that is none', `${good},v1=`),
    forged('no time', v1),
    forged('no signature', t),
    forged('an empty time', `t=,${v1}`),
    forged('a negative time', good.replace('t=', 't=-')),
    forged('a time in other digits', good.replace('t=1', 't=١')),
    forged('a time beyond any number', good.replace('t=', 't=99999999999999999999')),
    forged('no header', ''),
    forged('a header of another kind', 'sha256=00'),
  ];
}
