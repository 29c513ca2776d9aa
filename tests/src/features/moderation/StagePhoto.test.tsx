// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { noteAnswer, noteSilence } from '#src/api/reachability.ts'
import { StagePhoto } from '#src/features/moderation/StagePhoto.tsx'
import { unMediaVu } from '#tests/support/mediaVu.ts'

afterEach(() => {
  clearScreen()
  noteAnswer()
})

const picture = () => document.querySelector('img')

/** No address of this page answers with a picture. */
function Desk() {
  const [signature, setSignature] = useState('offline')
  return (
    <>
      <StagePhoto media={unMediaVu(3)} signature={signature} isCurrent />
      <button type="button" onClick={() => setSignature('signed')}>
        Signer
      </button>
    </>
  )
}

test('loads a photo with the next signature when the first one brought none', async () => {
  await showScreen(<Desk />)
  await expect.poll(() => picture()?.src).toMatch(/s=offline$/)
  await page.getByRole('button', { name: 'Signer' }).click()
  await expect.poll(() => picture()?.src).toMatch(/s=signed$/)
})

test('loads a photo that failed again when the host is reached', async () => {
  noteSilence()
  await showScreen(<Desk />)
  const failures: EventTarget[] = []
  document.addEventListener('error', ({ target }) => target && failures.push(target), { capture: true })
  await expect.poll(() => failures.length).toBeGreaterThan(0)
  const failed = picture()
  noteAnswer()
  await expect.poll(picture).not.toBe(failed)
})
