// First import: it declares the order of the style layers.
import { clearScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { signIn, signOut } from '#src/api/session.ts'
import { yieldToMain } from '#src/ui/yieldToMain.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { unToken } from '../../token.ts'
import { beginEventForm, change, closed, create, endEventForm, field, save, seen } from './eventFormScreen.tsx'
import { serveEvent } from './serveEvent.ts'

beforeEach(beginEventForm)
afterEach(endEventForm)

test('restores unsaved input until it is saved or discarded, for this person only', async () => {
  await change()
  await field('Titre').fill('Noces')
  await field('Fuseau horaire').selectOptions('Asia/Tokyo')
  clearScreen()
  await create()
  await expect.element(field('Titre')).toHaveValue('')
  clearScreen()
  await change()
  await expect.element(field('Titre')).toHaveValue('Noces')
  await expect.element(field('Fuseau horaire')).toHaveValue('Asia/Tokyo')
  clearScreen()
  signOut('expired')
  signIn({ token: unToken({ role: 'ORGANISATEUR', userId: 99 }), nom: 'Autre', prenom: 'Zoé' }, false)
  await change()
  await expect.element(field('Titre')).toHaveValue(seen.titre)
  clearScreen()
  signIn({ token: unToken({ role: 'ORGANISATEUR' }), nom: 'Delmas', prenom: 'Claire' }, false)
  await change()
  await expect.element(field('Titre')).toHaveValue('Noces')
  await page.getByRole('button', { name: 'Abandonner le brouillon' }).click()
  await expect.element(field('Titre')).toHaveValue(seen.titre)
  clearScreen()
  await change()
  await expect.element(field('Titre')).toHaveValue(seen.titre)
  await expect.element(page.getByRole('button', { name: 'Abandonner le brouillon' })).not.toBeInTheDocument()
})

test('keeps the typed end of a restored draft when the start changes', async () => {
  await create()
  await field('Début').fill('2027-06-12T18:00')
  await field('Fin').fill('2027-06-13T02:00')
  clearScreen()
  await create()
  await expect.element(field('Fin')).toHaveValue('2027-06-13T02:00')
  await field('Début').fill('2027-06-12T19:00')
  await expect.element(field('Fin')).toHaveValue('2027-06-13T02:00')
})

test('moves the end of a restored draft with its start when no one has typed an end', async () => {
  await create()
  await field('Début').fill('2027-06-12T18:00')
  await expect.element(field('Fin')).toHaveValue('2027-06-12T23:00')
  clearScreen()
  await create()
  await field('Début').fill('2027-06-19T18:00')
  await expect.element(field('Fin')).toHaveValue('2027-06-19T23:00')
})

test('deletes the draft when the form is saved', async () => {
  serveEvent(seen)
  await change()
  await field('Titre').fill('Noces')
  await save()
  await expect.poll(closed).toBe(1)
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('eclats.brouillon'))).toEqual([])
})

test('keeps the typed input when the form is closed before a save that fails', async () => {
  const answer = await closeWhileSaving()
  const refusal = Response.json({ code: 'evenement.introuvable', message: 'Non trouvé' }, { status: 404 })
  answer.resolve(refusal)
  await expect.poll(() => refusal.bodyUsed).toBe(true)
  await yieldToMain()
  await change()
  await expect.element(field('Titre')).toHaveValue('Noces')
})

test('does not close a form that is opened after another one was closed while it was saved', async () => {
  const answer = await closeWhileSaving()
  await create()
  answer.resolve(Response.json(seen))
  await expect.poll(() => toasts.shown.get()?.title).toBe('Événement modifié')
  expect(closed()).toBe(0)
})

/** Closes the changed form before the answer to its save, which the caller gives. */
async function closeWhileSaving(): Promise<PromiseWithResolvers<Response>> {
  const answer = Promise.withResolvers<Response>()
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => answer.promise)
  await change()
  await field('Titre').fill('Noces')
  await save()
  await expect.element(page.getByText('Traitement...')).toBeVisible()
  clearScreen()
  return answer
}
