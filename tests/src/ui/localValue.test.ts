import { afterEach, expect, test, vi } from 'vitest'
import { forgetAppareilOf, readPushState } from '#src/pwa/push/push.ts'
import { readLocal, writeLocal } from '#src/ui/localValue.ts'
import { applyTheme, readTheme } from '#src/ui/theme.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

function forbidStorage(): void {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
  }
}

test('stores and deletes a text', () => {
  expect(writeLocal('a', 'x')).toBe(true)
  expect(readLocal('a')).toBe('x')
  writeLocal('a', null)
  expect(readLocal('a')).toBeNull()
})

test('returns nothing when the browser forbids the storage', async () => {
  forbidStorage()
  expect(readLocal('a')).toBeNull()
  expect(writeLocal('a', 'x')).toBe(false)
  applyTheme('sombre')
  expect(readTheme()).toBe('systeme')
  applyTheme('systeme')
  expect(await readPushState(1)).not.toBe('on')
  await expect(forgetAppareilOf(3)).resolves.toBeUndefined()
})
