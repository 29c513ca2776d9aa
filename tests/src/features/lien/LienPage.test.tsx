// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { entryState } from '#src/features/lien/entryState.ts'
import { LienPage } from '#src/features/lien/LienPage.tsx'
import type { LienPerson } from '#src/features/lien/lienPerson.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const code = 'abcdefghijklmnopqrstuv'
const entry = {
  key: 'key',
  code,
  prenom: 'Samir',
  nom: '',
  versionRGPD: '1',
  evenement: { id: 7, titre: 'Mariage', fuseau: 'Europe/Paris' },
  acceptedAt: 0,
  utilisateurId: 3,
}

afterEach(() => {
  entryState.setState(() => ({ kind: 'none' }))
  endFakeApi()
})

test('names the event once to a person who was in it before, so that they get the photos that wait here', async () => {
  fakeApi({ [`GET /liens/${code}`]: () => Promise.reject(new TypeError('Failed to fetch')) })
  entryState.setState(() => ({ kind: 'waiting', entry, isNew: false, sentence: null }))
  const person: LienPerson = { kind: 'participant', statutIn: () => 'VALIDE' }
  const joined: number[] = []
  await showScreen(
    <LienPage
      code={code}
      person={person}
      enter={(id) => <p>{`Événement ${id}`}</p>}
      onAdd={() => undefined}
      onJoined={(id) => joined.push(id)}
      politique={null}
    />,
  )
  await expect.element(page.getByText('Événement 7')).toBeVisible()
  await expect.poll(() => joined).toEqual([7])
})

test('enters the event when the guest is in, although the link could not be loaded without network', async () => {
  fakeApi({ [`GET /liens/${code}`]: () => Promise.reject(new TypeError('Failed to fetch')) })
  entryState.setState(() => ({ kind: 'entered', entry }))
  const person: LienPerson = { kind: 'participant', statutIn: (id) => (id === 7 ? 'VALIDE' : null) }
  await showScreen(
    <LienPage
      code={code}
      person={person}
      enter={(id, adds) => <p>{`Événement ${id}, ajout ${adds}`}</p>}
      onAdd={() => undefined}
      onJoined={() => undefined}
      politique={null}
    />,
  )
  await expect.element(page.getByText('Événement 7, ajout true')).toBeVisible()
})
