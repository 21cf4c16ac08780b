import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Redactor } from '../../src/redaction/redactor.js';

const redactor = new Redactor({ env: {} });
const mask = (text: string): string => redactor.text(text);

describe('Redactor.text', () => {
  it.each([
    ['a bearer header', 'curl -H "Authorization: Bearer S3C" h', 'curl -H "Authorization: Bearer ***" h'],
    ['a basic header', "curl -H 'authorization: basic S3C=' h", "curl -H 'authorization: basic ***' h"],
    ['a header without a scheme', 'Authorization: S3C', 'Authorization: ***'],
    ['a key header', 'curl -H "X-Api-Key: S3C" h', 'curl -H "X-Api-Key: ***" h'],
    ['all of a cookie', 'Cookie: sid=S3C; other=S3C\nHost: h', 'Cookie: ***\nHost: h'],
    ['an option and its value', 'curl --token S3C h', 'curl --token *** h'],
    ['a quoted option value', 'x --api-key "S3C S3C" h', 'x --api-key "***" h'],
    ['an option with =', 'x --password=S3C h', 'x --password=*** h'],
    ['a user and password', 'curl -u me:S3C h', 'curl -u me:*** h'],
    ['a mysql password', 'mysql -uroot -pS3C db', 'mysql -uroot -p*** db'],
    ['an assignment', 'FOO_API_KEY=S3C ./x', 'FOO_API_KEY=*** ./x'],
    ['a quoted assignment', `export DB_PASSWORD='S3C S3C' && x`, `export DB_PASSWORD='***' && x`],
    ['a quote within a quote', String.raw`PASSWORD="S3C\"S3C" x`, `PASSWORD="***" x`],
    ['a quote that is never closed', 'PASSWORD="S3C S3C\nnext', 'PASSWORD="***\nnext'],
    ['YAML', 'password: S3C\nuser: me', 'password: ***\nuser: me'],
    ['JSON', 'curl -d {"password":"S3C"} h', 'curl -d {"password":"***"} h'],
    ['JSON with blanks', '{"password" : "S3C", "a": 1}', '{"password" : "***", "a": 1}'],
    ['a JSON number', '{"cvv":123,"a":1}', '{"cvv":***,"a":1}'],
    [
      'JSON within JSON',
      String.raw`{"body":"{\"password\":\"S3C\",\"a\":1}"}`,
      String.raw`{"body":"{\"password\":\"***\",\"a\":1}"}`,
    ],
    [
      'JSON twice within JSON',
      String.raw`\\\"token\\\":\\\"S3C\\\",`,
      String.raw`\\\"token\\\":\\\"***\\\",`,
    ],
    ['a dict', "{'password': 'S3C', 'a': 1}", "{'password': '***', 'a': 1}"],
    [
      'a password within an object',
      '{"credentials":{"user":"me","password":"S3C"}}',
      '{"credentials":{"user":"me","password":"***"}}',
    ],
    ['a URL password', 'git clone https://u:S3C@h/r', 'git clone https://u:***@h/r'],
    ['a URL password with an @', 'postgres://u:S3C@S3C@h:5432/db', 'postgres://u:***@h:5432/db'],
    ['a URL parameter', 'GET /x?access_token=S3C&page=2', 'GET /x?access_token=***&page=2'],
    ['an assignment within a quote', 'sh -c "TOKEN=S3C ./x"', 'sh -c "TOKEN=*** ./x"'],
    ['a bearer token in a sentence', 'sent bearer abcdefgh12345678 to h', 'sent bearer *** to h'],
  ])('masks %s', (_, text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  it.each([
    'sk-proj-abcdefghijklmnop1234',
    'sk_live_abcdefghijklmn',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'github_pat_11ABCDEFG0123456789_abc',
    'glpat-abcdefghijklmnop1234',
    'AKIAIOSFODNN7EXAMPLE',
    'AIzaSyA1234567890abcdefghijklmnopqrstu',
    'xoxb-1234567890-abcdefghij',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_123',
  ])('masks %s by its shape', (token) => {
    expect(mask(`got ${token}, fine`)).toBe('got ***, fine');
    expect(mask(JSON.stringify({ got: token }))).toBe('{"got":"***"}');
  });

  it('masks a private key', () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\nDEK-Info: AES-128\nS3CS3C\n-----END RSA PRIVATE KEY-----';
    expect(mask(`key:\n${key}\nend`)).toBe('key:\n-----BEGIN RSA PRIVATE KEY-----***\nend');
  });

  it.each([
    'max_tokens=100 tokenizer: bpe, author: me',
    'see https://example.org:8080/a?page=2#top at 10:30:15',
    'user@example.org wrote: hello',
    'ls -la --color=auto | grep -v secretary',
    'PWD=/home/me HOME=/home/me',
    'Token::new() and token',
    'docker run -p 80:80 x',
    'a sk-learn b',
    '',
  ])('leaves %j alone', (text) => {
    expect(mask(text)).toBe(text);
  });

  it('masks configured values wherever they show up', () => {
    const configured = new Redactor({ secrets: ['S3C', 'S3C-long', ' '], env: {} });
    expect(configured.text('out: S3C-long and S3C.')).toBe('out: *** and ***.');
  });

  it('masks the values of variables with secret names, and passwords in the URLs of all variables', () => {
    const env = {
      OPENAI_API_KEY: 'value-of-the-key',
      DATABASE_URL: 'postgres://u:p%40ssw0rd@h/db',
      MAX_TOKENS: '12345678',
      SHORT_TOKEN: 'yes',
      HOME: '/home/somebody',
    };
    const text = 'value-of-the-key p@ssw0rd p%40ssw0rd 12345678 yes /home/somebody';
    expect(new Redactor({ env }).text(text)).toBe('*** *** *** 12345678 yes /home/somebody');
  });

  it('finds known values as JSON and URLs write them', () => {
    const secret = 'a"b c/d\\e';
    const configured = new Redactor({ secrets: [secret], env: {} });
    expect(configured.text(JSON.stringify({ x: secret }))).toBe('{"x":"***"}');
    expect(configured.text(`?x=${encodeURIComponent(secret)}`)).toBe('?x=***');
  });

  it('masks names of the application', () => {
    const own = new Redactor({ keys: ['internalCode'], env: {} });
    expect(own.text('INTERNAL_CODE=S3C internal-code: S3C')).toBe('INTERNAL_CODE=*** internal-code: ***');
  });

  it('changes nothing when it is applied again', () => {
    const parts = fc.constantFrom(
      'password',
      '=',
      ':',
      ' ',
      '"',
      "'",
      '\\',
      'S3C',
      '--token',
      '{',
      '}',
      '://u:p@h',
      'Authorization: Bearer ',
      '\n',
      'a',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (words) => {
        const once = mask(words.join(''));
        expect(mask(once)).toBe(once);
      }),
    );
  });

  it.each([
    'a',
    'password=',
    'password="',
    `password='\\`,
    '\\',
    'token\\"',
    'a_token: ',
    '://a:',
    '://',
    '"',
    '--a ',
    '-u a',
    'eyJ-',
    'eyJa.',
    'authorization ',
    'authorization: bearer ',
    'sk-',
    'a.b-c_',
    '-----BEGIN PRIVATE KEY-----',
    '-',
    ' ',
    'cookie: \\',
    'mysql -p',
    '\tx=\t',
  ])('gets through a megabyte of %j', (part) => {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    expect(typeof mask(text)).toBe('string');
  });
});
