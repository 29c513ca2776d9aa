import { inject } from 'vitest'
import { useBucket } from '#tests/support/s3/testBucket.ts'

useBucket(inject('bucket'))
