// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useShareMedia } from '#src/features/media/useShareMedia.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { endSharing, fakeSharing } from '../../fakeSharing.ts'

afterEach(() => {
  endSharing()
  clearScreen()
})

test('shares a photo once when the button is pressed twice', async () => {
  const sharing = fakeSharing()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(new Blob(['x'], { type: 'image/jpeg' })))
  await showScreen(<Share />)
  await page.getByRole('button').dblClick()
  await expect.poll(() => sharing.asked).toBe(1)
  sharing.end()
  await expect.element(page.getByText('Partager')).toBeVisible()
  expect([sharing.asked, toasts.shown.get()]).toEqual([1, null])
})

function Share() {
  const { isSharing, share } = useShareMedia()
  return (
    <button type="button" onClick={() => share({ id: 3, address: '/api/medias/3/fichier', name: 'photo.jpg' })}>
      {isSharing ? 'En cours' : 'Partager'}
    </button>
  )
}
