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
const together = [
  '(S3_BUCKET, S3_ACCESS_KEY_ID et S3_SECRET_ACCESS_KEY vont ensemble)',
  '(S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together)',
] as const

/** Files in a bucket: the first three together, or files on the disk of DATA_DIR. */
export const s3Variables = {
  S3_BUCKET: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/))),
    expected: [`le nom d'un bucket ${together[0]}`, `the name of a bucket ${together[1]}`],
    purpose:
      'bucket of an S3 store for media files and last exports, in place of `DATA_DIR`; several nodes may share it',
  },
  S3_ACCESS_KEY_ID: {
    schema: text,
    expected: [`une clé d'accès ${together[0]}`, `an access key ${together[1]}`],
    purpose: 'access key of the S3 store',
  },
  S3_SECRET_ACCESS_KEY: {
    schema: text,
    expected: [`le secret de la clé d'accès ${together[0]}`, `the secret of the access key ${together[1]}`],
    purpose: 'secret of the access key',
  },
  S3_ENDPOINT: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.check(isEndpoint))),
    expected: ['une adresse http(s), par exemple https://s3.example', 'an http(s) address, such as https://s3.example'],
    purpose: 'address of the S3 store, for example `https://s3.fr-par.scw.cloud`',
    otherwise: "Amazon's for the region",
  },
  S3_REGION: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[\w-]+$/)), 'us-east-1'),
    expected: ['une région, par exemple fr-par', 'a region, such as fr-par'],
    purpose: 'region of the bucket',
  },
  S3_PREFIX: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^([\w.-]+\/)+$/))),
    expected: ['un préfixe terminé par /, par exemple eclats/', 'a prefix that ends with /, such as eclats/'],
    purpose: 'begins the name of every object, for example `eclats/`, in a bucket with other contents',
  },
} as const

type S3Variables = Readonly<Partial<Record<keyof typeof s3Variables, string | undefined>>>
const required = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * Combines the variables of the store.
 * @returns null without a bucket, or `wrong` with the name of a variable that is missing
 */
export function s3SettingsOf(given: S3Variables): S3Settings | null | { readonly wrong: string } {
  if (required.every((name) => given[name] === undefined) && given.S3_ENDPOINT === undefined) return null
  const wrong = required.find((name) => given[name] === undefined)
  if (wrong !== undefined) return { wrong }
  return {
    endpoint: given.S3_ENDPOINT ?? null,
    bucket: given.S3_BUCKET ?? '',
    region: given.S3_REGION ?? 'us-east-1',
    accessKeyId: given.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: given.S3_SECRET_ACCESS_KEY ?? '',
    prefix: given.S3_PREFIX ?? '',
  }
}

function isEndpoint(given: string): boolean {
  const url = URL.parse(given)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
}
