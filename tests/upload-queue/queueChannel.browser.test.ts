import { afterEach, expect, test, vi } from 'vitest'
import type { QueueMessage } from '#upload-queue/messages.ts'
import { QueueChannel } from '#upload-queue/queueChannel.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Two tabs and the messages that each received. */
function twoTabs() {
  const heard: [QueueMessage[], QueueMessage[]] = [[], []]
  const tabs = heard.map((list) => new QueueChannel((message) => list.push(message)))
  return { heard, tabs: tabs as [QueueChannel, QueueChannel], close: () => tabs.forEach((tab) => tab.close()) }
}

test('delivers a message to the other tab and to the sender', async () => {
  const { heard, tabs, close } = twoTabs()
  tabs[0].publish({ type: 'drain/ended' })
  await expect.poll(() => heard[1]).toEqual([{ type: 'drain/ended' }])
  expect(heard[0]).toEqual([{ type: 'drain/ended' }])
  close()
})

test('publishes a waiting change at once when the page closes', async () => {
  const { heard, tabs, close } = twoTabs()
  tabs[0].publishChanged(['a'])
  tabs[0].publishChanged(['b'])
  expect(heard[0]).toHaveLength(1)
  tabs[0].flush()
  const both = ['a', 'b'].map((id) => ({ type: 'items/changed', ids: [id] }))
  await expect.poll(() => heard[1]).toEqual(both)
  close()
})

test('publishes progress at most four times a second, with every changed id', async () => {
  const { heard, tabs, close } = twoTabs()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // One second.
  for (let step = 0; step < 100; step += 1) {
    tabs[0].publishChanged([step % 2 === 0 ? 'a' : 'b'])
    vi.advanceTimersByTime(10)
  }
  vi.useRealTimers()
  // One at the beginning, then one each quarter of a second.
  expect(heard[0]).toHaveLength(5)
  const named = () => heard[1].flatMap((message) => (message.type === 'items/changed' ? message.ids : []))
  await expect.poll(() => [...new Set(named())].toSorted()).toEqual(['a', 'b'])
  close()
})

test('delivers to the sender when the browser forbids channels', () => {
  const refuse = function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('BroadcastChannel', refuse)
  const { heard, tabs, close } = twoTabs()
  tabs[0].publish({ type: 'drain/ended' })
  expect(heard).toEqual([[{ type: 'drain/ended' }], []])
  close()
})
