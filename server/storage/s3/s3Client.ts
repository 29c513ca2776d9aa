import { S3Client } from '@aws-sdk/client-s3'
import { timed } from '../../metrics/measures.ts'
import type { S3Settings } from './s3Settings.ts'

/** Opens the client of the store, with time limits, three tries, and a measure of each call (ADR 77). */
export function openS3Client({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  const agent = { keepAlive: true, maxSockets: 256 }
  const client = new S3Client({
    ...(endpoint !== null && { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Other checksums are refused by several stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: 3000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      socketTimeout: 20_000,
    },
  })
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        timed(
          'store',
          () => next(args),
          (outcome) => ({ call: commandName.replace(/Command$/, ''), ...outcome }),
        ),
    { step: 'initialize' },
  )
  return client
}
