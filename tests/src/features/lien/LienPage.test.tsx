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
  const person: LienPerson = { kind: 'participant', statutIn: () => 'VALIDE', isGuestElsewhere: () => false }
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

const entered = [
  { when: 'opens the sheet when a guest has entered at once', hasWaited: false, shows: 'Événement 7, ajout true' },
  {
    when: 'does not ask for photos again when the entry has waited',
    hasWaited: true,
    shows: 'Événement 7, ajout false',
  },
]
// Without network the link itself cannot be loaded.
test.each(entered)('$when', async ({ hasWaited, shows }) => {
  fakeApi({ [`GET /liens/${code}`]: () => Promise.reject(new TypeError('Failed to fetch')) })
  entryState.setState(() => ({ kind: 'entered', entry, hasWaited }))
  const person: LienPerson = {
    kind: 'participant',
    statutIn: (id) => (id === 7 ? 'VALIDE' : null),
    isGuestElsewhere: () => false,
  }
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
  await expect.element(page.getByText(shows)).toBeVisible()
})
