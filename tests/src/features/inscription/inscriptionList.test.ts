import { expect, test } from 'vitest'
import type { Inscription } from '#domain/inscription/inscription.ts'
import { shownInscriptions, type View } from '#src/features/inscription/inscriptionList.ts'
import { wayOptions } from '#src/features/inscription/inscriptionWay.ts'
import { inscriptionsCsv } from '#src/features/inscription/inscriptionsCsv.ts'

const all: View = { q: '', statut: 'TOUTES', lien: 'TOUS', tri: 'attente' }

function une(id: number, prenom: string, nom: string, more: Partial<Inscription> = {}): Inscription {
  return {
    id,
    user: { id, prenom, nom, email: `personne${id}@eclats.test`, invite: false },
    dateInscription: `2026-11-${String(10 + id)}T10:00:00.000Z`,
    statutInscription: 'EN_ATTENTE',
    typeParticipation: 'SUR_PLACE',
    lienId: null,
    ...more,
  }
}

const some = [
  une(1, 'Zoé', 'Lambert', { statutInscription: 'VALIDE' }),
  une(2, 'Élodie', 'Éluard'),
  une(3, 'Ana', 'Zorn', { statutInscription: 'ANNULE' }),
  une(4, 'Ana', 'Étienne'),
]
const idsOf = (view: Partial<View>) => shownInscriptions(some, { ...all, ...view }).map(({ id }) => id)

test('finds every word of a name or an address, ignoring case and accents', () => {
  expect(idsOf({ q: 'ZOE' })).toEqual([1])
  expect(idsOf({ q: ' eluard  élodie ' })).toEqual([2])
  expect(idsOf({ q: 'PERSONNE3@' })).toEqual([3])
  expect(idsOf({ q: 'ana lambert' })).toEqual([])
  expect(idsOf({ q: 'ana', statut: 'ANNULE' })).toEqual([3])
})

test('filters by link, and by coming without one', () => {
  const people = [une(1, 'Zoé', 'Lambert', { lienId: 5 }), une(2, 'Ana', 'Zorn', { lienId: 6 }), une(3, 'Léo', 'Roux')]
  const shown = (view: Partial<View>) => shownInscriptions(people, { ...all, ...view }).map(({ id }) => id)
  expect(shown({ lien: 5 })).toEqual([1])
  expect(shown({ lien: 'SANS' })).toEqual([3])
  expect(shown({ lien: 6, statut: 'VALIDE' })).toEqual([])
})

test('counts the registrations of each way that the other filters show, and keeps an unused one that is chosen', () => {
  const people = [une(1, 'Zoé', 'Lambert', { lienId: 5 }), une(2, 'Ana', 'Zorn', { lienId: 6 }), une(3, 'Léo', 'Roux')]
  const liens = new Map([
    [7, 'C'],
    [6, 'B'],
    [5, 'A'],
  ])
  const options = (counted: readonly Inscription[], chosen: View['lien']) =>
    wayOptions({ all: people, counted, chosen, liens }).map(({ label }) => label)
  const none = 'Toutes les arrivées'
  expect(options(people, 'TOUS')).toEqual([none, 'Lien B (1)', 'Lien A (1)', 'Sans lien (1)'])
  expect(options(people.slice(0, 1), 6)).toEqual([none, 'Lien B (0)', 'Lien A (1)', 'Sans lien (0)'])
  expect(options(people, 7)[1]).toBe('Lien C (0)')
  expect(wayOptions({ all: people.slice(0, 1), counted: people, chosen: 'TOUS', liens })).toEqual([])
})

test('sorts by name, date and statut in both directions, otherwise in the order of the answer', () => {
  expect(idsOf({})).toEqual([1, 2, 3, 4])
  expect(idsOf({ tri: 'nom' })).toEqual([2, 4, 1, 3])
  expect(idsOf({ tri: '-nom' })).toEqual([3, 1, 4, 2])
  expect(idsOf({ tri: '-date' })).toEqual([4, 3, 2, 1])
  expect(idsOf({ tri: 'statut' })).toEqual([2, 4, 1, 3])
  expect(idsOf({ tri: '-statut' })).toEqual([3, 1, 2, 4])
})

test('exports by which link people came, and prevents formulas in a spreadsheet', () => {
  const date = new Date(2026, 11, 4, 9, 5).toISOString()
  const csv = inscriptionsCsv(
    [
      une(1, '=HYPERLINK("x")', '+33', { dateInscription: date }),
      une(2, '-2', '@SUM', { dateInscription: date }),
      une(3, '\tA', 'Le; "Grand"', { dateInscription: date, statutInscription: 'VALIDE', lienId: 5 }),
    ],
    new Map([[5, 'du 1er juin']]),
  )
  expect(csv).toBe(
    [
      `\uFEFF"Prénom";"Nom";"E-mail";"Statut";"Participation";"Date d'inscription";"Arrivée"`,
      `"'=HYPERLINK(""x"")";"'+33";"personne1@eclats.test";"En attente";"Sur place";"2026-12-04 09:05";""`,
      `"'-2";"'@SUM";"personne2@eclats.test";"En attente";"Sur place";"2026-12-04 09:05";""`,
      `"'\tA";"Le; ""Grand""";"personne3@eclats.test";"Validée";"Sur place";"2026-12-04 09:05";"Par le lien du 1er juin"`,
      '',
    ].join('\r\n'),
  )
})
