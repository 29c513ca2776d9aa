import { vi } from 'vitest'

/** A touch device whose share sheet stays open until `end`; like browsers, it refuses a second one before that. */
export function fakeSharing() {
  const sheet = Promise.withResolvers<void>()
  const sharing = { asked: 0, end: sheet.resolve }
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  Object.defineProperty(navigator, 'canShare', { configurable: true, value: () => true })
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: () => {
      sharing.asked += 1
      return sharing.asked === 1 ? sheet.promise : Promise.reject(new DOMException('pending', 'InvalidStateError'))
    },
  })
  return sharing
}

export function endSharing(): void {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'canShare')
  Reflect.deleteProperty(navigator, 'share')
}
