// First: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MediaImage } from '#src/features/media/MediaImage.tsx'

afterEach(clearScreen)
const name = 'Votre photo, 12:07'

for (const [when, signature] of [
  ['before its picture may be asked for', undefined],
  ['when its picture cannot be had', 'perdue'],
] as const)
  test(`what leads to a media has its name ${when}`, async () => {
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
    await expect.element(page.getByRole('img')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name })).toBeInTheDocument()
  })
