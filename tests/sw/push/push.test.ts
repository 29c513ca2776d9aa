import { beforeEach, expect, test, vi } from 'vitest'
import { typographie } from '#domain/texte/typographie.ts'
import { openNotification } from '#sw/push/openNotification.ts'
import { showPush } from '#sw/push/showPush.ts'

let shown: { title: string; options: NotificationOptions }[]
let opened: string[]
let windows: { navigate(path: string): Promise<{ focus(): Promise<void> } | null> }[]
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

const click = (adresse: unknown) => openNotification({ data: { adresse } })

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

test('opens the page in a new window or in the existing one', async () => {
  await click('/participant/evenements/3')
  expect(opened).toEqual(['/participant/evenements/3'])
  const navigate = vi.fn<(path: string) => Promise<{ focus(): Promise<void> }>>(async () => ({
    focus: async () => {},
  }))
  windows = [{ navigate }]
  await click('/participant/envois')
  expect(navigate).toHaveBeenCalledWith('/participant/envois')
  expect(opened).toHaveLength(1)
})

test('ignores a window that this worker does not control', async () => {
  windows = [{ navigate: () => Promise.reject(new TypeError('not controlled')) }]
  await click('/profil')
  expect(opened).toEqual(['/profil'])
})

test.each(['https://mechant.test', '//mechant.test', 'javascript:alert(1)', undefined, 3])(
  'opens the home page for a foreign address (%j)',
  async (adresse) => {
    await click(adresse)
    expect(opened).toEqual(['/'])
  },
)
