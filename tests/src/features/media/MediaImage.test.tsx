// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { MediaImage } from '#src/features/media/MediaImage.tsx'

afterEach(clearScreen)
const name = 'Votre photo, 12:07'

for (const [when, signature] of [
  ['before its picture may be asked for', undefined],
  ['when its picture cannot be had', 'perdue'],
] as const)
  test(`has an accessible name ${when}`, async () => {
    const failed = new Promise((resolve) => document.addEventListener('error', resolve, { capture: true, once: true }))
    await showScreen(
      <button type="button">
        <MediaImage
          media={{ id: 1, type: 'IMAGE', apercu: true, thumbhash: null }}
          variant="thumbnail"
          signature={signature}
          alt={name}
          lazy={false}
        />
      </button>,
    )
    if (signature !== undefined) await failed
    await expect.poll(() => document.querySelector('img')).toBeNull()
    await expect.element(page.getByRole('button', { name })).toBeInTheDocument()
  })

test('retries a failed picture once when the network is back', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let failures = 0
  const count = () => (failures += 1)
  document.addEventListener('error', count, { capture: true })
  await showScreen(
    <MediaImage
      media={{ id: 1, type: 'IMAGE', apercu: true, thumbhash: null }}
      variant="thumbnail"
      signature="perdue"
      alt={name}
      lazy={false}
    />,
  )
  await expect.poll(() => failures).toBe(1)
  await expect.poll(() => document.querySelector('img')).toBeNull()
  isOnline.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.poll(() => failures).toBe(2)
  document.removeEventListener('error', count, { capture: true })
  isOnline.mockRestore()
})
