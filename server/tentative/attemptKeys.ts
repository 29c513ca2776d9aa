import type { UtilisateurRow } from '../database/tables/people.ts'
import { provenEmailOf } from '../utilisateur/addresses.ts'

const keptByAddress = ['login', 'oubli']
/** Actions that a form or browser may send again: counted by the key of the request, see `isRepeated`. */
const keyedActions = ['message-envoye', 'evenement-cree', 'lien-cree'] as const
export type KeyedAction = (typeof keyedActions)[number]

const keptByPerson = [
  ...keyedActions,
  'abonnement',
  'album',
  'code',
  'confirmation',
  'email',
  'export',
  'invitation-compte',
  'invitation-inconnue',
  'message',
  'mot-de-passe',
  'reprise',
  'restauration',
  'retrait',
]

/** The keys of a person's attempts; those of an address only when the person has confirmed it. */
export function attemptKeysOf(person: Pick<UtilisateurRow, 'id' | 'email' | 'emailConfirmeLe'>): string[] {
  const address = provenEmailOf(person)
  return [
    ...(address === '' ? [] : keptByAddress.map((noun) => `${noun}:${address}`)),
    ...keptByPerson.map((noun) => `${noun}:${person.id}`),
  ]
}
