// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LogoutDialog } from '#src/features/navigation/LogoutDialog.tsx'
import type { QueueState } from '#upload-queue/engine/states.ts'
import { unEnvoi } from '#tests/support/unEnvoi.ts'

afterEach(clearScreen)

test('does not erase the photos that the person has chosen to keep while the logout is not answered', async () => {
  const choices: boolean[] = []
  const pending = { photos: [unEnvoi('queued'), unEnvoi('queued')], decisions: 0, isGuest: false }
  await showScreen(<LogoutDialog pending={pending} onCancel={() => {}} onChoice={(keep) => void choices.push(keep)} />)
  await page.getByRole('button', { name: 'Garder sur ce téléphone' }).click()
  await expect.element(page.getByRole('button', { name: 'Supprimer et se déconnecter' })).toBeDisabled()
  await page.getByRole('button', { name: 'Traitement', exact: false }).click()
  expect(choices).toEqual([true])
})

test('names a video as a video, for a person who can log in again and for a guest', async () => {
  const photos = [unEnvoi('queued', { type: 'video/mp4' })]
  const show = (isGuest: boolean) =>
    showScreen(<LogoutDialog pending={{ photos, decisions: 0, isGuest }} onCancel={() => {}} onChoice={() => {}} />)
  await show(false)
  await expect.element(page.getByText(/^1.vidéo attend encore sur ce téléphone\. Gardée, elle repartira/)).toBeVisible()
  clearScreen()
  await show(true)
  await expect.element(page.getByText(/^1.vidéo n'est pas partie et sera effacée\.$/)).toBeVisible()
})

test('says which photos do not leave at the next login when some are refused, blocked or paused', async () => {
  const show = async (states: readonly QueueState[], sentence: RegExp) => {
    clearScreen()
    const photos = states.map((state) => unEnvoi(state))
    await showScreen(
      <LogoutDialog pending={{ photos, decisions: 0, isGuest: false }} onCancel={() => {}} onChoice={() => {}} />,
    )
    await expect.element(page.getByText(sentence)).toBeVisible()
  }
  await show(['failed'], /Gardée, elle ne peut pas partir pour le moment.: elle restera dans Envois, jamais/)
  await show(
    ['queued', 'waiting_auth', 'blocked'],
    /Gardées, 2 repartiront à votre prochaine connexion.; 1, qui ne peut pas partir pour le moment, restera dans Envois\./,
  )
  await show(['backoff', 'waiting_auth'], /Gardées, elles repartiront à votre prochaine connexion, et/)
})

test('leads a guest, who cannot log in again, to the profile that keeps the access', async () => {
  const onCancel = vi.fn<() => void>()
  await showScreen(
    <LogoutDialog pending={{ photos: [], decisions: 0, isGuest: true }} onCancel={onCancel} onChoice={() => {}} />,
  )
  const keep = page.getByRole('link', { name: "Garder l'accès" })
  await expect.element(keep).toHaveAttribute('href', '/profil#garder')
  await keep.click()
  expect(onCancel).toHaveBeenCalled()
})

test('offers a guest no way back while the logout is not answered', async () => {
  const onCancel = vi.fn<() => void>()
  await showScreen(
    <LogoutDialog pending={{ photos: [], decisions: 0, isGuest: true }} onCancel={onCancel} onChoice={() => {}} />,
  )
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  const keep = page.getByRole('link', { name: "Garder l'accès" })
  await expect.element(keep).toHaveAttribute('aria-disabled', 'true')
  await keep.click({ force: true })
  expect(onCancel).not.toHaveBeenCalled()
})
