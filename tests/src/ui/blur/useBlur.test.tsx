import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useBlur } from '#src/ui/blur/useBlur.ts'
import { showScreen } from '#tests/src/screen.tsx'

/** Hashes of real pictures, each used once, because previews are cached. */
const [onItsWay, there, last] = [
  '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw',
  '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
]
const broken = '%%%'

function Picture({ thumbhash, isNeeded }: { thumbhash: string | null; isNeeded: boolean }) {
  return <p title={thumbhash ?? 'none'}>{useBlur(thumbhash, isNeeded) ?? 'rien'}</p>
}

test('creates the preview of a loading picture in a separate task after the first paint', async () => {
  await showScreen(<Picture thumbhash={onItsWay} isNeeded />)
  await expect.element(page.getByText(/^data:image\/png/)).toBeVisible()
})

test('creates none for a loaded picture, without a hash, or for a broken one', async () => {
  await showScreen(
    <>
      <Picture thumbhash={there} isNeeded={false} />
      <Picture thumbhash={null} isNeeded />
      <Picture thumbhash={broken} isNeeded />
      <Picture thumbhash={last} isNeeded />
    </>,
  )
  // Previews are created in order: once the last one exists, the others were processed.
  await expect.poll(() => page.getByTitle(last).element().textContent).toMatch(/^data:image\/png/)
  expect(page.getByText('rien').elements()).toHaveLength(3)
})
