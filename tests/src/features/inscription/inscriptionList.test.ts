import { expect, test } from 'vitest'
import type { Inscription } from '#domain/inscription/inscription.ts'
import { shownInscriptions, type View } from '#src/features/inscription/inscriptionList.ts'
import { inscriptionsCsv } from '#src/features/inscription/inscriptionsCsv.ts'

const all: View = { q: '', statut: 'TOUTES', tri: 'attente' }

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

test('sorts by name, date and statut in both directions, otherwise in the order of the answer', () => {
  expect(idsOf({})).toEqual([1, 2, 3, 4])
  expect(idsOf({ tri: 'nom' })).toEqual([2, 4, 1, 3])
  expect(idsOf({ tri: '-nom' })).toEqual([3, 1, 4, 2])
  expect(idsOf({ tri: '-date' })).toEqual([4, 3, 2, 1])
  expect(idsOf({ tri: 'statut' })).toEqual([2, 4, 1, 3])
  expect(idsOf({ tri: '-statut' })).toEqual([3, 1, 2, 4])
})

test('prevents formulas in an exported spreadsheet', () => {
  const date = new Date(2026, 11, 4, 9, 5).toISOString()
  const csv = inscriptionsCsv([
    une(1, '=HYPERLINK("x")', '+33', { dateInscription: date }),
    une(2, '-2', '@SUM', { dateInscription: date }),
    une(3, '\tA', 'Le; "Grand"', { dateInscription: date, statutInscription: 'VALIDE' }),
  ])
  expect(csv).toBe(
    [
      `\uFEFF"Prénom";"Nom";"E-mail";"Statut";"Participation";"Date d'inscription"`,
      `"'=HYPERLINK(""x"")";"'+33";"personne1@eclats.test";"En attente";"Sur place";"2026-12-04 09:05"`,
      `"'-2";"'@SUM";"personne2@eclats.test";"En attente";"Sur place";"2026-12-04 09:05"`,
      `"'\tA";"Le; ""Grand""";"personne3@eclats.test";"Validée";"Sur place";"2026-12-04 09:05"`,
      '',
    ].join('\r\n'),
  )
})
