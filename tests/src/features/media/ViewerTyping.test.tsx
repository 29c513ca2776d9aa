// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Viewer } from '#src/features/media/Viewer.tsx'
import { useGalleryDecision } from '#src/features/moderation/useGalleryDecision.tsx'
import { decisionRuntime } from '#src/pwa/decisions/decisionRuntime.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(endFakeApi)

const entrees = [3, 4].map((id) => ({
  id,
  minute: 1000,
  ratio: null,
  auteur: { id: 9, prenom: 'Zoé', nom: 'Lambert' },
  statut: 'EN_ATTENTE' as const,
  type: 'IMAGE' as const,
  favori: false,
  apercu: false,
}))

function Opened({ onOpen }: { onOpen: () => void }) {
  const decision = useGalleryDecision({ evenementId: 7, utilisateurId: 1 })
  return (
    <Viewer
      {...{ entrees, decision, onOpen }}
      openId={3}
      evenementId={7}
      utilisateurId={1}
      space="organisateur"
      signature={undefined}
    />
  )
}

test('leaves the keys to the field while a reason is typed', async () => {
  for (const command of ['prepare', 'flush'] as const) vi.spyOn(decisionRuntime, command).mockResolvedValue()
  fakeApi({ 'GET /frontend/organisateur/evenements/7/medias': () => Response.json([unMediaVu(3)]) })
  const opened = vi.fn<() => void>()
  await showScreen(<Opened onOpen={opened} />)
  await expect.element(page.getByRole('button', { name: 'Valider' })).toBeEnabled()
  await userEvent.keyboard('r')
  await page.getByRole('button', { name: 'Autre raison…' }).click()
  await userEvent.keyboard('10 + 2 = 12 - 0{ArrowLeft}{ArrowLeft}x{Home}y{End}z')
  await expect.element(page.getByLabelText('Raison', { exact: true })).toHaveValue('y10 + 2 = 12 -x 0z')
  expect(opened).not.toHaveBeenCalled()
})
