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
  const utilisateurs = [un(1, 'ADMINISTRATEUR'), un(2, 'ADMINISTRATEUR')]
  expect(verrouOf(un(1, 'ADMINISTRATEUR'), { acteurId: 1, utilisateurs })).toMatch(/votre propre compte/)
  expect(verrouOf(un(2, 'ADMINISTRATEUR'), { acteurId: 1, utilisateurs })).toBeNull()
})

test('locks the last active administrator', () => {
  const utilisateurs = [un(1, 'ADMINISTRATEUR'), un(2, 'ADMINISTRATEUR', false), un(3, 'PARTICIPANT')]
  expect(verrouOf(un(1, 'ADMINISTRATEUR'), { acteurId: 9, utilisateurs })).toMatch(/dernier administrateur/)
  expect(verrouOf(un(2, 'ADMINISTRATEUR', false), { acteurId: 9, utilisateurs })).toBeNull()
  expect(verrouOf(un(3, 'PARTICIPANT'), { acteurId: 9, utilisateurs })).toBeNull()
})

test('finds an account by any part of its name and address, ignoring accents and case', () => {
  const utilisateurs = [un(1, 'PARTICIPANT'), un(22, 'ORGANISATEUR')]
  expect(filterUtilisateurs(utilisateurs, 'LEFEVRE22').map(({ id }) => id)).toEqual([22])
  expect(filterUtilisateurs(utilisateurs, ' zoe  eclats ').map(({ id }) => id)).toEqual([1, 22])
  expect(filterUtilisateurs(utilisateurs, 'karim')).toEqual([])
  expect(roleOptions(utilisateurs).map(({ count }) => count)).toEqual([2, 0, 1, 1])
})
