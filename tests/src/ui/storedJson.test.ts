import { afterEach, expect, test, vi } from 'vitest'
import { readJson, writeJson } from '#src/ui/storedJson.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

test('stores a value in the wanted storage alone, and deletes it', () => {
  writeJson('sessionStorage', 'a', { b: [1] })
  expect(readJson('sessionStorage', 'a')).toEqual({ b: [1] })
  expect(readJson('localStorage', 'a')).toBeNull()
  writeJson('sessionStorage', 'a', null)
  expect(sessionStorage.getItem('a')).toBeNull()
})

test('reads a damaged value as none', () => {
  localStorage.setItem('a', '{')
  expect(readJson('localStorage', 'a')).toBeNull()
})

test('reads and stores nothing when the browser forbids the storage', () => {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(globalThis, area, 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(() => writeJson(area, 'a', 1)).not.toThrow()
    expect(readJson(area, 'a')).toBeNull()
  }
})
