/** Errors of the store when the server starts, by their name in the protocol, in French and English. */
const causes: Readonly<Record<string, readonly [fr: string, en: string]>> = {
  InvalidAccessKeyId: ["la clé d'accès S3_ACCESS_KEY_ID est inconnue", 'S3_ACCESS_KEY_ID is unknown'],
  SignatureDoesNotMatch: ['S3_SECRET_ACCESS_KEY est refusé', 'S3_SECRET_ACCESS_KEY is refused'],
  AccessDenied: ['la clé ne donne pas le droit d’écrire dans S3_BUCKET', 'the key may not write into S3_BUCKET'],
  NoSuchBucket: ['S3_BUCKET n’existe pas', 'S3_BUCKET does not exist'],
  RequestTimeTooSkewed: ["l'horloge de cette machine est fausse", 'the clock of this machine is wrong'],
  PermanentRedirect: ['S3_REGION ou S3_ENDPOINT est incorrect', 'S3_REGION or S3_ENDPOINT is wrong'],
  AuthorizationHeaderMalformed: ['S3_REGION est incorrect', 'S3_REGION is wrong'],
}
const unreachable = ['S3_ENDPOINT ne répond pas', 'S3_ENDPOINT does not answer'] as const

/** Why a bucket cannot be used, for the operator. */
export function startSentence(error: unknown): string {
  const { name = '', message = '' } = error instanceof Error && error.cause instanceof Error ? error.cause : {}
  const [fr, en] = causes[name] ?? unreachable
  return `Stockage S3 : ${fr}. / S3 storage: ${en}. (${[name, message].filter(Boolean).join(': ')})`
}
