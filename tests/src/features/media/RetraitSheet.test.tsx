// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { RetraitSheet } from '#src/features/media/RetraitSheet.tsx'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(endFakeApi)

const demande = {
  id: 1,
  media_id: 3,
  motif: '',
  mineur: false,
  statut: 'EN_ATTENTE',
  creeLe: '2026-06-20T19:08:00.000Z',
}

test('keeps the request about another photo open when the one before is answered', async () => {
  const answer = Promise.withResolvers<Response>()
  fakeApi({ 'POST /frontend/participant/medias/3/demandes-retrait': () => answer.promise })
  await showScreen(<Photos />)
  await page.getByRole('button', { name: 'Photo 3' }).click()
  await page.getByRole('button', { name: 'Envoyer la demande' }).click()
  await page.getByRole('button', { name: 'Fermer' }).click()
  await page.getByRole('button', { name: 'Photo 4' }).click()
  await page.getByLabelText('Pourquoi (facultatif)').fill('Je ferme les yeux')
  answer.resolve(Response.json(demande))
  await expect.poll(() => toasts.shown.get()?.title).toBe('Demande envoyée')
  await expect.element(page.getByLabelText('Pourquoi (facultatif)')).toHaveValue('Je ferme les yeux')
})

function Photos() {
  const [asked, setAsked] = useState<number>()
  return (
    <>
      {[3, 4].map((id) => (
        <button key={id} type="button" onClick={() => setAsked(id)}>
          Photo {id}
        </button>
      ))}
      {asked !== undefined && <RetraitSheet mediaId={asked} type="IMAGE" onClose={() => setAsked(undefined)} />}
    </>
  )
}
