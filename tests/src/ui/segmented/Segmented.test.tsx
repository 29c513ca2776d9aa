// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { galeriePourLabels, galeriesPour } from '#domain/evenement/evenement.ts'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'

afterEach(clearScreen)

test('keeps every choice within the width of a narrow phone', async () => {
  await showScreen(
    <div style={{ width: '18rem' }} data-testid="form">
      <Segmented
        label="Ouverture de l'album"
        options={galeriesPour.map((value) => ({ value, label: galeriePourLabels[value] }))}
      />
    </div>,
  )
  const last = page.getByRole('radio').last()
  await expect.element(last).toBeInTheDocument()
  const edge = page.getByTestId('form').element().getBoundingClientRect().right
  for (const choice of page.getByRole('radio').elements()) {
    expect(choice.closest('label')?.getBoundingClientRect().right).toBeLessThanOrEqual(edge)
  }
})
