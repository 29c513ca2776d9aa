import * as v from 'valibot'

/** A bucket of an S3-compatible store. */
export interface S3Settings {
  /** Address of the store; Amazon's own for the region when null. */
  readonly endpoint: string | null
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Begins the name of every object, with a slash at its end; may be empty. */
  readonly prefix: string
}

const text = v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty()))

/** Files in a bucket: the first three together, each needs the next one, or files on the disk of DATA_DIR. */
export const s3Variables = {
  S3_BUCKET: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/))),
    expected: ["le nom d'un bucket", 'the name of a bucket'],
    purpose:
      'bucket of an S3 store for media files and last exports, in place of `DATA_DIR`; several nodes may share it',
    needs: 'S3_ACCESS_KEY_ID',
  },
  S3_ACCESS_KEY_ID: {
    schema: text,
    expected: ["une clé d'accès", 'an access key'],
    purpose: 'access key of the S3 store',
    needs: 'S3_SECRET_ACCESS_KEY',
  },
  S3_SECRET_ACCESS_KEY: {
    schema: text,
    expected: ["le secret de la clé d'accès", 'the secret of the access key'],
    purpose: 'secret of the access key',
    needs: 'S3_BUCKET',
  },
  S3_ENDPOINT: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.check(isEndpoint))),
    expected: ['une adresse http(s), par exemple https://s3.example', 'an http(s) address, such as https://s3.example'],
    purpose: 'address of the S3 store, for example `https://s3.fr-par.scw.cloud`',
    otherwise: "Amazon's for the region",
    needs: 'S3_BUCKET',
  },
  S3_REGION: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[\w-]+$/))),
    expected: ['une région, par exemple fr-par', 'a region, such as fr-par'],
    purpose: 'region of the bucket',
    otherwise: 'us-east-1',
    needs: 'S3_BUCKET',
  },
  S3_PREFIX: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^([\w.-]+\/)+$/))),
    expected: ['un préfixe terminé par /, par exemple eclats/', 'a prefix that ends with /, such as eclats/'],
    purpose: 'begins the name of every object, for example `eclats/`, in a bucket with other contents',
    needs: 'S3_BUCKET',
  },
} as const

type S3Variables = Readonly<Partial<Record<keyof typeof s3Variables, string | undefined>>>

/** Combines the variables of the store; null without a bucket and its key. */
export function s3SettingsOf(given: S3Variables): S3Settings | null {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = given
  if (S3_BUCKET === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) return null
  return {
    endpoint: given.S3_ENDPOINT ?? null,
    bucket: S3_BUCKET,
    region: given.S3_REGION ?? s3Variables.S3_REGION.otherwise,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    prefix: given.S3_PREFIX ?? '',
  }
}

function isEndpoint(given: string): boolean {
  const url = URL.parse(given)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
}
