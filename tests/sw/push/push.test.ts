import { beforeEach, expect, test, vi } from 'vitest'
import { typographie } from '#domain/texte/typographie.ts'
import { openNotification } from '#sw/push/openNotification.ts'
import { showPush } from '#sw/push/showPush.ts'

let shown: { title: string; options: NotificationOptions }[]
let opened: string[]
let windows: FakeWindow[]
beforeEach(() => {
  shown = []
  opened = []
  windows = []
  const showNotification = async (title: string, options: NotificationOptions) => void shown.push({ title, options })
  vi.stubGlobal('registration', { showNotification })
  vi.stubGlobal('clients', {
    matchAll: async () => windows,
    openWindow: async (path: string) => void opened.push(path),
  })
})

interface FakeWindow {
  focus(): Promise<void>
  postMessage(message: unknown, ports: readonly MessagePort[]): void
  navigate(path: string): Promise<FakeWindow | null>
}

/** A window whose page answers nothing. */
function aWindow(more: Partial<FakeWindow> = {}): FakeWindow {
  return { focus: async () => {}, postMessage: () => undefined, navigate: async () => aWindow(), ...more }
}

const click = (adresse: unknown) => openNotification({ data: { adresse } })

/** A click whose page has no answer in time. */
async function clickUnanswered(adresse: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const clicked = click(adresse)
  await vi.advanceTimersByTimeAsync(1000)
  await clicked
  vi.useRealTimers()
}

test('shows a message in French typography, one per event', async () => {
  const message = { titre: 'Fête', corps: 'Rejetée : floue', adresse: '/participant', etiquette: 'evenement-3' }
  await showPush(JSON.stringify(message))
  expect(shown).toMatchObject([
    {
      title: 'Fête',
      options: {
        body: typographie('Rejetée : floue'),
        tag: 'evenement-3',
        lang: 'fr',
        data: { adresse: '/participant' },
      },
    },
  ])
})

test.each(['', 'pas du JSON', 'null', '{"titre":1}'])(
  'shows a generic notification for invalid data (%j), because a silent push costs the permission',
  async (text) => {
    await showPush(text)
    expect(shown).toMatchObject([{ title: 'Éclats', options: { data: { adresse: '/notifications' } } }])
  },
)

test('opens a new window when there is none', async () => {
  await click('/participant/evenements/3')
  expect(opened).toEqual(['/participant/evenements/3'])
})

test('lets the page of an open window open the path by itself', async () => {
  const asked: unknown[] = []
  const navigate = vi.fn<FakeWindow['navigate']>()
  const postMessage: FakeWindow['postMessage'] = (message, [port]) => {
    asked.push(message)
    port?.postMessage(true)
  }
  const focus = vi.fn<FakeWindow['focus']>()
  windows = [aWindow({ focus, postMessage, navigate })]
  await click('/participant/envois')
  expect(asked).toEqual([{ type: 'app/open', path: '/participant/envois' }])
  expect(navigate).not.toHaveBeenCalled()
  expect(focus).toHaveBeenCalled()
  expect(opened).toEqual([])
})

test('loads the path in an open window whose page does not answer', async () => {
  const navigate = vi.fn<FakeWindow['navigate']>(async () => aWindow())
  windows = [aWindow({ navigate })]
  await clickUnanswered('/participant/envois')
  expect(navigate).toHaveBeenCalledWith('/participant/envois')
  expect(opened).toEqual([])
})

test('ignores a window that this worker does not control', async () => {
  windows = [aWindow({ navigate: () => Promise.reject(new TypeError('not controlled')) })]
  await clickUnanswered('/profil')
  expect(opened).toEqual(['/profil'])
})

test.each(['https://mechant.test', '//mechant.test', 'javascript:alert(1)', undefined, 3])(
  'opens the home page for a foreign address (%j)',
  async (adresse) => {
    await click(adresse)
    expect(opened).toEqual(['/'])
  },
)
