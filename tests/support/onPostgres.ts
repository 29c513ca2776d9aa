import { inject } from 'vitest'
import { usePostgres } from '#tests/support/testDatabase.ts'

usePostgres(inject('postgres'))
