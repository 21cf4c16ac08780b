import { describe, expect, it } from '@jest/globals';
import { isSecretName } from '../../src/redaction/secret-names.js';

describe('isSecretName', () => {
  // prettier-ignore
  it.each([
    'Password', 'apiKey', 'API_KEY', 'x-api-key', 'AUTHORIZATION', 'clientSecret', 'accessToken', 'Set-Cookie',
    'password', 'PGPASSWORD', 'db_password', 'passwordHash', 'new-password', 'passwd', 'pwd', 'passphrase', 'DB_PASS',
    'secret', 'SECRET_KEY', 'secretAccessKey', 'AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'secrets', 'credentials',
    'token', 'TOKEN', 'id_token', 'refreshToken', 'authtoken', 'X-Auth-Token', '_authToken', 'token2', 'apikey', 'APIKey',
    'OPENAI_API_KEY', 'private_key', 'privateKey', 'signingKey', 'proxy-authorization', 'cookie', 'jwt', 'cvv', 'ssn',
    'connectionString', '--token', '--api-key', 'spring.datasource.password',
  ])('knows %s', (name) => { expect(isSecretName(name)).toBe(true); });

  // prettier-ignore
  it.each([
    'tokenizer', 'max_tokens', 'tokens_used', 'author', 'secretary', 'monkey', 'tokens', 'tokenCount', 'token_type',
    'key', 'sort_key', 'primaryKey', 'keyboard', 'authority', 'authorization_endpoint', 'cookieConsent', 'compass', 'bypass_count',
    'passenger', 'passwordLength', 'password_policy', 'TOKEN_FILE', 'PWD', 'OLDPWD', 'cwd', 'username', 'id', '', 'a',
    'passed', 'key_id', 'SSH_AUTH_SOCK', 'string', 'hotpot',
  ])('leaves %j alone', (name) => { expect(isSecretName(name)).toBe(false); });
});
