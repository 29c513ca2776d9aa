import { expect, test } from 'vitest'
import type { Role, Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { filterUtilisateurs, roleOptions } from '#src/features/utilisateur/utilisateurFilter.ts'
import { verrouOf } from '#src/features/utilisateur/utilisateurVerrou.ts'

const un = (id: number, role: Role, statutActif = true): Utilisateur => ({
  id,
  role,
  statutActif,
  invite: false,
  prenom: 'Zoé',
  nom: `Lefèvre${id}`,
  email: `zoe${id}@eclats.test`,
  dateCreation: '2026-01-02T10:00:00.000Z',
})

test("locks the person's own account", () => {
  const several = { acteurId: 1, seulAdministrateurId: null }
  expect(verrouOf(un(1, 'ADMINISTRATEUR'), several)).toMatch(/votre propre compte/)
  expect(verrouOf(un(2, 'ADMINISTRATEUR'), several)).toBeNull()
})

test('locks the only active administrator', () => {
  const one = { acteurId: 9, seulAdministrateurId: 1 }
  expect(verrouOf(un(1, 'ADMINISTRATEUR'), one)).toMatch(/dernier administrateur/)
  expect(verrouOf(un(2, 'ADMINISTRATEUR', false), one)).toBeNull()
  expect(verrouOf(un(3, 'PARTICIPANT'), one)).toBeNull()
})

test('finds an account by any part of its name and address, ignoring accents and case', () => {
  const utilisateurs = [un(1, 'PARTICIPANT'), un(22, 'ORGANISATEUR')]
  expect(filterUtilisateurs(utilisateurs, 'LEFEVRE22').map(({ id }) => id)).toEqual([22])
  expect(filterUtilisateurs(utilisateurs, ' zoe  eclats ').map(({ id }) => id)).toEqual([1, 22])
  expect(filterUtilisateurs(utilisateurs, 'karim')).toEqual([])
  expect(roleOptions(utilisateurs).map(({ count }) => count)).toEqual([2, 0, 1, 1])
  expect(roleOptions(null).map(({ count }) => count)).toEqual([undefined, undefined, undefined, undefined])
})
