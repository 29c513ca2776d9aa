import { onTestFinished, vi } from 'vitest'
import { dayMs } from '#domain/contract/durations.ts'
import { noteServerDate } from '#src/api/serverClock.ts'

/**
 * Sets the server's clock, and the device's some days before or after it, until the test ends.
 * @param now the server's time, milliseconds since 1970
 */
export function setDeviceClock(now: number, daysOff: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: now + daysOff * dayMs })
  onTestFinished(() => {
    vi.useRealTimers()
    noteServerDate(new Date().toUTCString())
  })
  noteServerDate(new Date(now).toUTCString())
}
