// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import type { RoleFilter } from '#src/features/utilisateur/utilisateurFilter.ts'
import { UtilisateursPage } from '#src/features/utilisateur/UtilisateursPage.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const compte = (id: number, prenom: string): Utilisateur => ({
  id,
  prenom,
  nom: 'Martin',
  email: `${prenom.toLowerCase()}@demo.eclats.test`,
  role: 'PARTICIPANT',
  statutActif: true,
  dateCreation: '2026-06-01T10:00:00.000Z',
  invite: false,
})
const answer = (utilisateurs: readonly Utilisateur[], suite: number | null = null) =>
  Response.json({ utilisateurs, suite, seulAdministrateurId: null })
const heading = page.getByRole('heading', { level: 1, name: 'Utilisateurs' })

afterEach(endFakeApi)

test('clears the search and the filter when no account matches them', async () => {
  fakeApi({ 'GET /users/recherche': () => answer([compte(2, 'Karim')]) })
  await showScreen(<FilteredPage first={{ q: 'nulle part', role: 'ORGANISATEUR' }} />)
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect.element(page.getByText('Karim Martin')).toBeVisible()
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
  await expect.element(page.getByRole('button', { name: /^Tous/ })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(heading).toHaveFocus()
})

test('moves the focus to the next account, then to the heading, when one is deleted', async () => {
  let left = [compte(2, 'Karim'), compte(3, 'Nina')]
  const remove = (id: number) => () => {
    left = left.filter((one) => one.id !== id)
    return Response.json({ message: 'Compte supprimé' })
  }
  fakeApi({ 'GET /users/recherche': () => answer(left), 'DELETE /users/2': remove(2), 'DELETE /users/3': remove(3) })
  const deletion = (name: string) => page.getByRole('button', { name: `Supprimer le compte de ${name}` })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer le compte' })
  await showScreen(<FilteredPage first={{ q: '', role: 'TOUS' }} />)
  await deletion('Karim Martin').click()
  await confirm.click()
  await expect.element(deletion('Nina Martin')).toHaveFocus()
  await deletion('Nina Martin').click()
  await confirm.click()
  await expect.element(heading).toHaveFocus()
})

test('keeps the question about the next account when the deletion of the one before ends', async () => {
  const slow = Promise.withResolvers<undefined>()
  let all = [compte(2, 'Karim'), compte(3, 'Nina')]
  fakeApi({
    'GET /users/recherche': () => answer(all),
    'DELETE /users/2': async () => {
      await slow.promise
      all = [compte(3, 'Nina')]
      return Response.json({ message: 'Compte supprimé' })
    },
  })
  const deletion = (name: string) => page.getByRole('button', { name: `Supprimer le compte de ${name}` })
  const question = page.getByRole('alertdialog')
  await showScreen(<FilteredPage first={{ q: '', role: 'TOUS' }} />)
  await deletion('Karim Martin').click()
  await question.getByRole('button', { name: 'Supprimer le compte' }).click()
  await question.getByRole('button', { name: 'Annuler' }).click()
  await deletion('Nina Martin').click()
  slow.resolve(undefined)
  await expect.element(deletion('Karim Martin')).not.toBeInTheDocument()
  await expect.element(question).toHaveAccessibleName('Supprimer le compte de Nina Martin')
})

test('says that the deleted events of an organiser go with the account', async () => {
  fakeApi({ 'GET /users/recherche': () => answer([{ ...compte(2, 'Claire'), role: 'ORGANISATEUR' }]) })
  await showScreen(<FilteredPage first={{ q: '', role: 'TOUS' }} />)
  await page.getByRole('button', { name: 'Supprimer le compte de Claire Martin' }).click()
  await expect
    .element(page.getByRole('alertdialog').getByText(/ses événements supprimés et leurs photos/))
    .toBeVisible()
})

test('locks the role of a guest alone, and names no address in the list and the deletion', async () => {
  fakeApi({ 'GET /users/recherche': () => answer([{ ...compte(2, 'Marie'), nom: '', email: '', invite: true }]) })
  await showScreen(<FilteredPage first={{ q: '', role: 'TOUS' }} />)
  const role = page.getByRole('combobox', { name: 'Rôle de Marie' })
  await expect.element(role).toBeDisabled()
  await expect.element(role).toHaveAccessibleDescription(/participe sans compte/)
  await expect.element(page.getByRole('switch', { name: 'Compte actif de Marie' })).toBeEnabled()
  await expect.element(page.getByRole('cell', { name: /^Avec un prénom/ })).toBeVisible()
  await page.getByRole('button', { name: 'Supprimer le compte de Marie' }).click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(/Participant, avec un prénom\. Ses photos/)
})

test('keeps the focus on the switch of an account while its change is saved', async () => {
  let karim = compte(2, 'Karim')
  fakeApi({
    'GET /users/recherche': () => answer([karim]),
    'PUT /users/2': () => Response.json((karim = { ...karim, statutActif: false })),
  })
  await showScreen(<FilteredPage first={{ q: '', role: 'TOUS' }} />)
  const state = page.getByRole('switch', { name: 'Compte actif de Karim Martin' })
  await userEvent.click(state)
  await expect.element(state).not.toBeChecked()
  await expect.element(state).toHaveFocus()
})

test('locks the administrator who is the only one after a change', async () => {
  const administrateur = { ...compte(2, 'Omar'), role: 'ADMINISTRATEUR' } as const
  let other: Utilisateur = { ...compte(3, 'Rose'), role: 'ADMINISTRATEUR' }
  fakeApi({
    'GET /users/recherche': () =>
      Response.json({
        utilisateurs: [administrateur, other],
        suite: null,
        seulAdministrateurId: other.statutActif ? null : 2,
      }),
    'PUT /users/3': () => Response.json((other = { ...other, statutActif: false })),
  })
  await showScreen(<FilteredPage first={{ q: '', role: 'TOUS' }} />)
  const stateOf = (name: string) => page.getByRole('switch', { name: `Compte actif ${name}` })
  await expect.element(stateOf("d'Omar Martin")).toBeEnabled()
  await userEvent.click(stateOf('de Rose Martin'))
  await expect.element(stateOf("d'Omar Martin")).toBeDisabled()
})

describe('when there are more accounts than one page', () => {
  const asked = (request: Request) => Object.fromEntries(new URL(request.url).searchParams)

  test('asks the server for a search and a role, reads on until it finds an account, and shows no numbers', async () => {
    const searches: object[] = []
    fakeApi({
      'GET /users/recherche': (request) => {
        const query = asked(request)
        if (query['recherche'] === '') return answer([compte(900, 'Karim')], 900)
        searches.push(query)
        return query['apres'] === '500' ? answer([compte(7, 'Nina')]) : answer([], 500)
      },
    })
    await showScreen(<FilteredPage first={{ q: '', role: 'PARTICIPANT' }} />)
    await page.getByRole('searchbox').fill('nina')
    await expect.element(page.getByText('Nina Martin')).toBeVisible()
    await expect.element(page.getByText('Karim Martin')).not.toBeInTheDocument()
    expect(searches).toEqual([
      { recherche: 'nina', role: 'PARTICIPANT' },
      { recherche: 'nina', role: 'PARTICIPANT', apres: '500' },
    ])
    await expect.element(page.getByRole('button', { name: 'Participants', exact: true })).toBeVisible()
  })

  test('does not load the list of all accounts again when a search begins', async () => {
    const searches: (string | undefined)[] = []
    fakeApi({
      'GET /users/recherche': (request) => {
        const { recherche } = asked(request)
        searches.push(recherche)
        return recherche === '' ? answer([compte(900, 'Karim')], 900) : answer([compte(7, 'Nina')])
      },
    })
    await showScreen(<FilteredPage first={{ q: '', role: 'TOUS' }} />)
    await expect.element(page.getByText('Karim Martin')).toBeVisible()
    await page.getByRole('searchbox').fill('nina')
    await expect.element(page.getByText('Nina Martin')).toBeVisible()
    expect(searches).toEqual(['', 'nina'])
  })

  test('adds the next page at a press, with the focus on its first account, and then filters by itself', async () => {
    const calls = fakeApi({
      'GET /users/recherche': (request) =>
        asked(request)['apres'] === '900' ? answer([compte(7, 'Nina')]) : answer([compte(900, 'Karim')], 900),
    })
    await showScreen(<FilteredPage first={{ q: '', role: 'TOUS' }} />)
    const more = page.getByRole('button', { name: 'Voir plus de comptes' })
    await userEvent.click(more)
    await expect.element(page.getByRole('combobox', { name: 'Rôle de Nina Martin' })).toHaveFocus()
    await expect.element(more).not.toBeInTheDocument()
    await page.getByRole('searchbox').fill('nina')
    await expect.element(page.getByText('Karim Martin')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Participants 1' })).toBeVisible()
    expect(calls).toHaveLength(2)
  })

  test('keeps the focus in the list when the last page has no other account that matches', async () => {
    fakeApi({
      'GET /users/recherche': (request) => {
        const query = asked(request)
        if (query['recherche'] === '') return answer([compte(900, 'Karim')], 900)
        return query['apres'] === '500' ? answer([]) : answer([compte(700, 'Nina')], 500)
      },
    })
    await showScreen(<FilteredPage first={{ q: 'nina', role: 'TOUS' }} />)
    const more = page.getByRole('button', { name: 'Voir plus de comptes' })
    await expect.element(page.getByText('1 compte affiché', { exact: true })).toBeInTheDocument()
    await userEvent.click(more)
    await expect.element(more).not.toBeInTheDocument()
    await expect.element(page.getByRole('combobox', { name: 'Rôle de Nina Martin' })).toHaveFocus()
    await expect.element(page.getByText('1 compte', { exact: true })).toBeInTheDocument()
  })

  test('does not say that no account matches when a page of the search could not be loaded', async () => {
    let isDown = true
    fakeApi({
      'GET /users/recherche': (request) => {
        const query = asked(request)
        if (query['recherche'] === '') return answer([compte(900, 'Karim')], 900)
        if (query['apres'] !== '500') return answer([], 500)
        return isDown ? refusal(500, 'serveur.erreur', 'Erreur du serveur.') : answer([compte(7, 'Nina')])
      },
    })
    await showScreen(<FilteredPage first={{ q: 'nina', role: 'TOUS' }} />)
    const retry = page.getByRole('button', { name: 'Réessayer' })
    await expect.element(retry).toBeVisible()
    await expect.element(page.getByText('Aucun compte ne correspond')).not.toBeInTheDocument()
    isDown = false
    await userEvent.click(retry)
    await expect.element(page.getByRole('combobox', { name: 'Rôle de Nina Martin' })).toHaveFocus()
  })

  test('searches the accounts of this device without network, and says so', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fakeApi({ 'GET /users/recherche': () => answer([compte(900, 'Karim'), compte(899, 'Nina')], 899) })
    await showScreen(<FilteredPage first={{ q: 'nina', role: 'TOUS' }} />)
    await expect.element(page.getByText(/la recherche porte sur les comptes gardés/)).toBeVisible()
    await expect.element(page.getByText('Nina Martin')).toBeVisible()
    await expect.element(page.getByText('Karim Martin')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Voir plus de comptes' })).toBeDisabled()
  })
})

test('changes an account at the next click after a change that failed, also while the list is loading', async () => {
  const list = [answer([compte(2, 'Karim')])]
  const answers = [
    refusal(500, 'serveur.erreur', 'Erreur du serveur.'),
    Response.json({ ...compte(2, 'Karim'), statutActif: false }),
  ]
  const calls = fakeApi({
    'GET /users/recherche': () => list.shift() ?? new Promise<Response>(() => {}),
    'PUT /users/2': () => answers.shift() ?? Response.error(),
  })
  await showScreen(<FilteredPage first={{ q: '', role: 'TOUS' }} />)
  const state = page.getByRole('switch', { name: 'Compte actif de Karim Martin' })
  await userEvent.click(state)
  await expect.poll(() => calls.filter((call) => call === 'GET /users/recherche')).toHaveLength(2)
  await userEvent.click(state)
  await expect.element(state).not.toBeChecked()
})

function FilteredPage({ first }: { first: { q: string; role: RoleFilter } }) {
  const [filter, setFilter] = useState(first)
  return (
    <UtilisateursPage
      acteurId={1}
      {...filter}
      onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}
    />
  )
}

test('shows the whole role and each date on one line when the accounts are a table', async () => {
  await page.viewport(1280, 800)
  fakeApi({ 'GET /users/recherche': () => answer([{ ...compte(2, 'Karim'), role: 'ADMINISTRATEUR' }]) })
  await showScreen(
    <main style={{ width: '61rem' }}>
      <FilteredPage first={{ q: '', role: 'TOUS' }} />
    </main>,
  )
  const date = page.getByRole('table').getByText(/juin/)
  await expect.element(date).toBeVisible()
  expect(date.element().getClientRects()).toHaveLength(1)
  const role = page.getByRole('combobox').element() as HTMLSelectElement
  const { paddingLeft, paddingRight, font } = getComputedStyle(role)
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  if (canvas === null) throw new Error('no canvas')
  canvas.font = font
  const free = role.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  expect(canvas.measureText('Administrateur').width).toBeLessThanOrEqual(free)
})

test('shows each heading on one line when the accounts are a table', async () => {
  await page.viewport(1280, 800)
  fakeApi({ 'GET /users/recherche': () => answer([compte(2, 'Karim')]) })
  await showScreen(
    <main style={{ width: '61rem' }}>
      <FilteredPage first={{ q: '', role: 'TOUS' }} />
    </main>,
  )
  const heads = page.getByRole('columnheader')
  await expect.element(heads.last()).toHaveTextContent('Actions')
  const lines = heads.elements().map((head) => {
    const text = document.createRange()
    text.selectNodeContents(head)
    return `${head.textContent} ${text.getClientRects().length}`
  })
  expect(lines).toEqual(['Personne 1', 'E-mail 1', 'Rôle 1', 'Compte 1', 'Créé le 1', 'Actions 1'])
})
