import * as v from 'valibot'

/** 256 bits in base64 or base64url. */
const keySchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[\w+/-]{43}=?$/),
  v.transform((given) => Buffer.from(given, 'base64')),
)
const expected = ['32 octets en base64', '32 bytes in base64'] as const

/** The variables with the keys that encrypt the secrets in the database. */
export const secretsVariables = {
  SECRETS_KEY: {
    schema: v.optional(keySchema),
    expected,
    purpose:
      'encrypts the keys of sessions, signatures and pushes in the database, `openssl rand -base64 32`; keep it apart from ' +
      'the backups. Without it they are not encrypted',
  },
  SECRETS_KEY_PREVIOUS: {
    schema: v.optional(keySchema),
    expected,
    purpose: 'the key before, while SECRETS_KEY is changed',
    needs: 'SECRETS_KEY',
  },
} as const
