// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { noteAnswer, noteNoAnswer } from '#src/api/reachability.ts'
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

/** The elements that fail to load from now on, until the test ends. */
function failingElements(): EventTarget[] {
  const failures: EventTarget[] = []
  const end = new AbortController()
  const listen = ({ target }: Event) => target && failures.push(target)
  document.addEventListener('error', listen, { capture: true, signal: end.signal })
  onTestFinished(() => end.abort())
  return failures
}

test('keeps the desk when an original that could not be shown is left', async () => {
  const failures = failingElements()
  const photo = (isEnlarged: boolean) => (
    <StagePhoto media={unMediaVu(3)} signature="signed" isCurrent isEnlarged={isEnlarged} />
  )
  function Zoom() {
    const [isEnlarged, setEnlarged] = useState(true)
    return (
      <>
        {photo(isEnlarged)}
        <button type="button" onClick={() => setEnlarged(false)}>
          Réduire
        </button>
      </>
    )
  }
  await showScreen(<Zoom />)
  await expect.poll(() => failures.length).toBe(2)
  const small = page.getByRole('button', { name: 'Réduire' })
  await small.click()
  await expect.element(small).toBeVisible()
  expect(document.querySelectorAll('img')).toHaveLength(1)
})

test('loads a photo that failed again when the host is reached', async () => {
  noteNoAnswer()
  const failures = failingElements()
  await showScreen(<Desk />)
  await expect.poll(() => failures.length).toBeGreaterThan(0)
  const failed = picture()
  noteAnswer()
  await expect.poll(picture).not.toBe(failed)
})

test('shows the thumbnail instead of the sign of a broken picture when a photo cannot be loaded', async () => {
  const failures = failingElements()
  await showScreen(<Desk />)
  await expect.poll(() => failures.length).toBeGreaterThan(0)
  const frame = picture()?.parentElement
  await expect.poll(() => frame?.style.backgroundImage).toMatch(/type=thumbnail&s=offline/)
  expect(getComputedStyle(picture() ?? document.body).opacity).toBe('0')
})
