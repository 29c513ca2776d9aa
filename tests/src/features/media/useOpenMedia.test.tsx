// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { useOpenMedia } from '#src/features/media/useOpenMedia.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { uneEntree } from '#tests/support/uneEntree.ts'

const none: readonly EntreeGalerie[] = []

afterEach(() => {
  clearScreen()
  toasts.clear()
})

/** A gallery that was loaded before the media 3 was added. */
function Gallery({ stored, isReachable = true }: { stored: readonly EntreeGalerie[]; isReachable?: boolean }) {
  const [openId, setOpenId] = useState<number | undefined>(3)
  const [around, setAround] = useState(none)
  const shownId = useOpenMedia(around, {
    openId,
    onOpen: setOpenId,
    reload: async () => {
      if (!isReachable) return { isSuccess: false, data: around }
      setAround(stored)
      return { isSuccess: true, data: stored }
    },
  })
  return <output>{`address ${openId ?? 'free'}, viewer ${shownId ?? 'closed'}`}</output>
}
const shown = () => document.querySelector('output')?.textContent
const toast = () => toasts.shown.get()?.title

test('says that a media is gone and removes it from the address when the server does not have it either', async () => {
  await showScreen(<Gallery stored={none} />)
  await expect.poll(shown).toBe('address free, viewer closed')
  expect(toast()).toBe("Ce média n'est plus dans l'événement.")
})

test('opens a media that was added after the list was loaded', async () => {
  await showScreen(<Gallery stored={[uneEntree]} />)
  await expect.poll(shown).toBe('address 3, viewer 3')
  expect(toast()).toBeUndefined()
})

test('keeps the address of an unknown media when the server does not answer', async () => {
  await showScreen(<Gallery stored={none} isReachable={false} />)
  await expect.poll(shown).toBe('address 3, viewer closed')
  expect(toast()).toBeUndefined()
})
