import { expect, test } from 'vitest'
import { uploadMetadata } from '#server/upload/uploadMetadata.ts'

const named = (name: string) => uploadMetadata({ name }).name

test('keeps the extension of a name that is too long', () => {
  expect(named(`C:\\photos\\${'n'.repeat(230)}.JPEG`)).toBe(`${'n'.repeat(195)}.JPEG`)
  expect(named(`${'n'.repeat(230)}. A sentence and no extension`)).toBe('n'.repeat(200))
})
