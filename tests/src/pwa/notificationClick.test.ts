import { afterEach, expect, test, vi } from 'vitest'
import { startWorker } from '#src/pwa/serviceWorkerClient.ts'

afterEach(() => vi.restoreAllMocks())

/** The worker asks this page to open a path. @returns its answers */
function ask(path: string): unknown[] {
  const answers: unknown[] = []
  const port = { postMessage: (answer: unknown) => answers.push(answer) }
  const event = Object.assign(new Event('message'), { data: { type: 'app/open', path }, ports: [port] })
  navigator.serviceWorker.dispatchEvent(event)
  return answers
}

test('opens the path of a clicked notification, and leaves a foreign address to the worker', async () => {
  vi.spyOn(navigator.serviceWorker, 'register').mockRejectedValue(new TypeError('offline'))
  const open = vi.fn<(path: string) => void>()
  await startWorker(open)
  expect(ask('/participant/envois')).toEqual([true])
  expect(ask('https://mechant.test')).toEqual([])
  expect(open.mock.calls).toEqual([['/participant/envois']])
})
