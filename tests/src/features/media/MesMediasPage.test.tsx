// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mediaErrors } from '#domain/media/media.errors.ts'
import type { FiltreMesMedias } from '#src/features/media/galleryFilterNames.ts'
import { MesMediasPage } from '#src/features/media/MesMediasPage.tsx'
import { ToastRegion } from '#src/ui/toast/ToastRegion.tsx'
import { unMediaVu } from '#tests/support/mediaVu.ts'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

afterEach(endFakeApi)

test('moves the focus to the other media, then to the heading, when one is deleted', async () => {
  let left = [unMediaVu(1), unMediaVu(2)]
  const remove = (id: number) => () => {
    left = left.filter((one) => one.id !== id)
    return Response.json({ message: 'Média supprimé' })
  }
  fakeApi({
    'GET /frontend/participant/medias': () => Response.json(left),
    'DELETE /frontend/participant/medias/1': remove(1),
    'DELETE /frontend/participant/medias/2': remove(2),
  })
  await showScreen(<MesMedias first="TOUS" />)
  const buttons = page.getByRole('main').getByRole('button', { name: /^Supprimer/ })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer', exact: true })
  await buttons.first().click()
  await confirm.click()
  await expect.element(page.getByRole('listitem')).toBeVisible()
  await expect.element(buttons).toHaveFocus()
  await buttons.click()
  await confirm.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mes médias' })).toHaveFocus()
})

const occupe = mediaErrors['media.occupe']
const silent = 'Le serveur ne répond pas. Vérifiez votre connexion.'
test.each([
  ['the reason', 'of a refused download', () => refusal(occupe.status, 'media.occupe', occupe.message), occupe.message],
  ['a missing network', 'when a portal answers', () => new Response('<html>'), silent],
])('shows %s %s, and downloads nothing', async (_, __, answer, sentence) => {
  fakeApi({
    'GET /frontend/participant/medias': () => Response.json([unMediaVu(1)]),
    [`GET /evenements/${unMediaVu(1).evenement_id}/signature`]: () =>
      Response.json({ signature: 'signature', expire: new Date(Date.now() + 3_600_000).toISOString() }),
    'GET /medias/1/fichier': answer,
  })
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  await showScreen(
    <>
      <MesMedias first="TOUS" />
      <ToastRegion />
    </>,
  )
  await page.getByRole('button', { name: /^Télécharger/ }).click()
  await expect.element(page.getByRole('region', { name: 'Message' }).getByText(sentence)).toBeVisible()
  expect(press).not.toHaveBeenCalled()
})

test('offers to show all media again when none has the chosen statut', async () => {
  fakeApi({ 'GET /frontend/participant/medias': () => Response.json([unMediaVu(1)]) })
  await showScreen(<MesMedias first="REJETE" />)
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect.element(page.getByRole('listitem')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mes médias' })).toHaveFocus()
})

test('shows no filter before the first media', async () => {
  fakeApi({ 'GET /frontend/participant/medias': () => Response.json([]) })
  await showScreen(<MesMedias first="TOUS" />)
  await expect.element(page.getByRole('heading', { name: "Vous n'avez encore rien déposé" })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Tous/ })).not.toBeInTheDocument()
})

function MesMedias({ first }: { first: FiltreMesMedias }) {
  const [statut, setStatut] = useState(first)
  return (
    <MesMediasPage
      utilisateurId={3}
      statut={statut}
      onStatut={setStatut}
      evenementOf={() => undefined}
      canReplace={() => false}
      onReplace={() => {}}
    />
  )
}
