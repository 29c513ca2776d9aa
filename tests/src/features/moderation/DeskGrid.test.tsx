// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskItem } from '#src/features/moderation/deskItems.ts'
import { DeskDecide } from '#src/features/moderation/DeskDecide.tsx'
import { DeskGrid } from '#src/features/moderation/DeskGrid.tsx'
import { DeskSelection } from '#src/features/moderation/DeskSelection.tsx'
import { DeskThumb } from '#src/features/moderation/DeskThumb.tsx'
import { useSelection } from '#src/features/moderation/useSelection.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'

afterEach(clearScreen)

const items = Array.from({ length: 30 }, (_, n): DeskItem => ({ media: unMediaVu(n + 1), statut: 'EN_ATTENTE' }))
const focused = () => (document.activeElement as HTMLElement | null)?.dataset['media']
const press = (key: string, more: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

/** As with the keyboard: a mouse would move the focus. */
const focusAndPress = (button: HTMLElement | SVGElement) => {
  button.focus()
  if (button instanceof HTMLElement) button.click()
}

test('focuses the next media at once, so that a quick Space chooses it', async () => {
  await showScreen(<Desk />)
  await expect.poll(focused).toBe('1')
  press('ArrowRight')
  expect(focused()).toBe('2')
})

test('focuses the current media also when its row is out of sight at first, and then the next row', async () => {
  await showScreen(<Desk start={21} />)
  await expect.poll(focused).toBe('21')
  press('ArrowRight')
  await expect.poll(focused).toBe('22')
})

test.each(['altKey', 'metaKey', 'ctrlKey'])(
  'leaves an arrow key to the browser when it is pressed with %s',
  async (name) => {
    await showScreen(<Desk start={2} />)
    await expect.poll(focused).toBe('2')
    expect(press('ArrowLeft', { [name]: true })).toBe(true)
    expect(focused()).toBe('2')
  },
)

test('focuses the current media when a press disables the focused button', async () => {
  await showScreen(<Desk />)
  await expect.poll(focused).toBe('1')
  press('ArrowRight')
  for (const name of [/^Tout choisir/, 'Ne rien choisir', /^Tout choisir/, /^Valider/]) {
    const button = page.getByRole('button', { name })
    focusAndPress(button.element())
    await expect.element(button).toBeDisabled()
    await expect.poll(focused).toBe('2')
  }
})

test('names a favourite', async () => {
  const favori = unMediaVu(1, { favori: true })
  await showScreen(<DeskThumb item={{ media: favori, statut: 'VALIDE' }} signature={undefined} />)
  await expect.element(page.getByText(/, validée, favori$/)).toBeInTheDocument()
})

function Desk({ start = 1 }: { start?: number }) {
  const [currentId, setCurrentId] = useState(start)
  const selection = useSelection(items)
  return (
    <>
      <div style={{ display: 'grid', width: '300px', height: '400px' }}>
        <DeskGrid
          {...{ items, currentId, selection }}
          signature={undefined}
          onCurrent={setCurrentId}
          onSight={() => {}}
          onOpen={() => {}}
        />
      </div>
      <DeskSelection {...{ items, selection }} inSight={new Set()} />
      <DeskDecide
        favori={false}
        chosen={selection.ids.size}
        onValidate={selection.clear}
        onReject={() => {}}
        onFavori={() => {}}
        onDelete={() => {}}
      />
    </>
  )
}
