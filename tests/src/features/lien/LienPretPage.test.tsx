// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Lien } from '#domain/lien/lien.ts'
import { liensQuery } from '#src/features/lien/lien.queries.ts'
import { LienPretPage } from '#src/features/lien/LienPretPage.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const lien: Lien = {
  id: 1,
  code: 'code1',
  url: 'https://eclats.test/e/code1',
  adresseCourte: null,
  entree: 'DIRECTE',
  identite: 'PRENOM',
  arrivees: 0,
  creeLe: '2026-06-01T10:00:00.000Z',
  revoqueLe: null,
}

afterEach(() => {
  vi.useRealTimers()
  endFakeApi()
})

test('asks for a new link only if the server has none, when the list that it knows is empty', async () => {
  const bodies: unknown[] = []
  fakeApi({
    'GET /frontend/organisateur/evenements/7/liens': () => Response.json(bodies.length === 0 ? [] : [lien]),
    'POST /frontend/organisateur/evenements/7/liens': async (request) => {
      bodies.push(await request.json())
      return Response.json(lien, { status: 201 })
    },
  })
  await showScreen(<LienPretPage evenementId={7} evenement={{ id: 7, titre: 'Bal' }} />)
  await expect.element(page.getByRole('heading', { name: 'Votre QR code est prêt' })).toBeVisible()
  expect(bodies).toEqual([{ entree: 'DIRECTE', identite: 'PRENOM', siAbsent: true }])
})

test('asks for a new link when the page before has just loaded the empty list', async () => {
  // A list of the last seconds is not read again.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const creations: unknown[] = []
  fakeApi({
    'GET /frontend/organisateur/evenements/7/liens': () => Response.json(creations.length === 0 ? [] : [lien]),
    'POST /frontend/organisateur/evenements/7/liens': async (request) => {
      creations.push(await request.json())
      return Response.json(lien, { status: 201 })
    },
  })
  await showScreen(<PageBefore />)
  await page.getByRole('button', { name: 'Ouvrir' }).click()
  await expect.element(page.getByRole('heading', { name: 'Votre QR code est prêt' })).toBeVisible()
  expect(creations).toHaveLength(1)
})

function PageBefore() {
  const isLoaded = useQuery(liensQuery(7)).isSuccess
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <LienPretPage evenementId={7} evenement={{ id: 7, titre: 'Bal' }} />
  return (
    <button type="button" disabled={!isLoaded} onClick={() => setOpen(true)}>
      Ouvrir
    </button>
  )
}

test('does not replace a link that is revoked elsewhere while the page is open, but offers to', async () => {
  let liens = [lien]
  const calls = fakeApi({
    'GET /frontend/organisateur/evenements/7/liens': () => Response.json(liens),
    'POST /frontend/organisateur/evenements/7/liens': () => {
      liens = [{ ...lien, id: 2 }, ...liens]
      return Response.json(liens[0], { status: 201 })
    },
  })
  const creations = () => calls.filter((call) => call.startsWith('POST'))
  await showScreen(<LienPretPage evenementId={7} evenement={{ id: 7, titre: 'Bal' }} />)
  await expect.element(page.getByRole('heading', { name: 'Votre QR code est prêt' })).toBeVisible()
  liens = [{ ...lien, revoqueLe: '2026-06-02T10:00:00.000Z' }]
  // A list of the last seconds is not read again.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  globalThis.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByRole('heading', { name: "Ce QR code n'ouvre plus rien" })).toBeVisible()
  expect(creations()).toEqual([])
  await page.getByRole('button', { name: 'Créer un QR code' }).click()
  await expect.element(page.getByRole('heading', { name: 'Votre QR code est prêt' })).toBeVisible()
  expect(creations()).toHaveLength(1)
})

test('moves the focus to the content of the page when a retry loads the link', async () => {
  const answers = [refusal(500, 'interne', 'Panne')]
  fakeApi({ 'GET /frontend/organisateur/evenements/7/liens': () => answers.shift() ?? Response.json([lien]) })
  await showScreen(<LienPretPage evenementId={7} evenement={{ id: 7, titre: 'Bal' }} />)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(page.getByRole('heading', { name: 'Votre QR code est prêt' })).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('says that the code could not be created', async () => {
  fakeApi({
    'GET /frontend/organisateur/evenements/7/liens': () => Response.json([]),
    'POST /frontend/organisateur/evenements/7/liens': () => refusal(500, 'interne', 'Panne'),
  })
  await showScreen(<LienPretPage evenementId={7} evenement={{ id: 7, titre: 'Bal' }} />)
  await expect.element(page.getByRole('alert').getByText('Impossible de créer le QR code.')).toBeVisible()
})

test('says why the server shows no code, and leads away instead of offering a retry', async () => {
  const sentence = "Vous n'êtes pas autorisé à consulter cet événement."
  fakeApi({ 'GET /frontend/organisateur/evenements/7/liens': () => refusal(403, 'evenement.refuse', sentence) })
  await showScreen(<LienPretPage evenementId={7} evenement={undefined} />)
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByRole('link', { name: "Retour à l'accueil" })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Réessayer' })).not.toBeInTheDocument()
})
