// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { TrimPreview } from '#src/features/envoi/TrimPreview.tsx'
import { soundAlone } from '#tests/support/soundAlone.ts'

afterEach(clearScreen)

test('says that the browser does not show the video when it decodes only its sound', async () => {
  await showScreen(<TrimPreview file={soundAlone()} begin={0} end={1} />)
  await expect.element(page.getByText(/^Ce navigateur n'affiche pas cette vidéo/)).toBeVisible()
})
