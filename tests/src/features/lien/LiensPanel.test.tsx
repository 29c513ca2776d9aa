// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Lien } from '#domain/lien/lien.ts'
import { LiensPanel } from '#src/features/lien/LiensPanel.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const lien = (id: number, entree: Lien['entree']): Lien => ({
  id,
  code: `code${id}`,
  url: `https://eclats.test/e/code${id}`,
  adresseCourte: null,
  entree,
  identite: 'COMPTE',
  arrivees: 0,
  creeLe: '2026-06-01T10:00:00.000Z',
  revoqueLe: null,
})

afterEach(endFakeApi)

test('moves the focus to the other link, then to the heading, when one is revoked', async () => {
  let all = [lien(1, 'DIRECTE'), lien(2, 'A_VALIDER')]
  const revoke = (id: number) => () => {
    all = all.map((one) => (one.id === id ? { ...one, revoqueLe: '2026-06-02T10:00:00.000Z' } : one))
    return Response.json(all.find((one) => one.id === id))
  }
  fakeApi({
    'GET /frontend/organisateur/evenements/7/liens': () => Response.json(all),
    'DELETE /frontend/organisateur/liens/1': revoke(1),
    'DELETE /frontend/organisateur/liens/2': revoke(2),
  })
  await showScreen(<LiensPanel evenement={{ id: 7, titre: 'Bal' }} />)
  const buttons = page.getByRole('button', { name: /^Révoquer le lien/ })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer', exact: true })
  await buttons.first().click()
  await confirm.click()
  await expect.element(page.getByText('Révoqués (1)')).toBeVisible()
  await expect.element(buttons).toHaveFocus()
  await buttons.click()
  await confirm.click()
  await expect.element(page.getByRole('heading', { name: 'QR code et liens' })).toHaveFocus()
})

test('leads from a link, and from a revoked one, to the people who came by it', async () => {
  fakeApi({
    'GET /frontend/organisateur/evenements/7/liens': () =>
      Response.json([
        { ...lien(3, 'DIRECTE'), arrivees: 2 },
        { ...lien(4, 'DIRECTE'), arrivees: 0 },
        { ...lien(5, 'A_VALIDER'), arrivees: 12, revoqueLe: '2026-06-02T10:00:00.000Z' },
      ]),
  })
  await showScreen(<LiensPanel evenement={{ id: 7, titre: 'Bal' }} />)
  const to = (name: string) => page.getByRole('link', { name, exact: true })
  await expect.element(to('2 arrivées')).toHaveAttribute('href', '/organisateur/evenements/7/participants?lien=3')
  await expect.element(page.getByText(/0\sarrivée/)).toBeVisible()
  expect(to('0 arrivée').query()).toBeNull()
  expect(to('12 arrivées').query()).toBeNull()
  await page.getByText('Révoqués (1)').click()
  await expect.element(to('12 arrivées')).toHaveAttribute('href', '/organisateur/evenements/7/participants?lien=5')
})
