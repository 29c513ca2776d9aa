import {
  type PersonneDeTest,
  unConsentement,
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import type { Parts } from '#server/parts.ts'

interface Identite {
  readonly email?: string
  readonly prenom?: string
  readonly nom?: string
}

interface Membre extends Identite {
  readonly evenementId: number
}

interface FeteInput {
  readonly titre?: string
  readonly karim?: Identite
  readonly lea?: Identite
  /** The people who have consented. */
  readonly deposants?: readonly ('karim' | 'lea')[]
}

interface Fete {
  readonly claire: PersonneDeTest
  readonly karim: PersonneDeTest
  readonly lea: PersonneDeTest
  readonly evenementId: number
}

interface WithParts {
  readonly parts: Parts
}

/** Claire's running event: karim and lea are VALIDE, and both may deposit by default. */
export async function uneFete(
  server: WithParts,
  { deposants = ['karim', 'lea'], karim, lea, ...evenement }: FeteInput = {},
): Promise<Fete> {
  const claire = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id, ...evenement })
  const join = (who: 'karim' | 'lea') => (deposants.includes(who) ? unDeposant : unMembre)
  return {
    claire,
    karim: await join('karim')(server, { evenementId, prenom: 'Karim', nom: 'Haddad', ...karim }),
    lea: await join('lea')(server, { evenementId, prenom: 'Léa', nom: 'Moreau', ...lea }),
    evenementId,
  }
}

/** Creates a person who may deposit in an event: VALIDE, with a valid consent. */
export async function unDeposant(server: WithParts, membre: Membre): Promise<PersonneDeTest> {
  const person = await unMembre(server, membre)
  await unConsentement(server, person.id)
  return person
}

async function unMembre(server: WithParts, { evenementId, ...identite }: Membre): Promise<PersonneDeTest> {
  const person = await unUtilisateur(server, identite)
  await uneInscription(server, { evenementId, utilisateurId: person.id })
  return person
}
