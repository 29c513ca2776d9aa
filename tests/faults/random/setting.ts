import { setTimeout as pause } from 'node:timers/promises'
import { openSession } from '#server/session/session.usecases.ts'
import { findUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import { answerOf, rawAnswer } from '#tests/support/answers.ts'
import {
  type PersonneDeTest,
  unConsentement,
  unEvenement,
  uneInscription,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { openStage, type Stage } from '#tests/support/stage.ts'
import type { NetworkFault } from '#tests/support/networkFault.ts'
import { Guests } from './guests.ts'
import type { NetworkFaultName } from './plan.ts'

/**
 * The real server behind the simulated network, three people, two events in which all three are VALIDE; guests join
 * later.
 */
export interface Setting extends Stage {
  readonly people: readonly PersonneDeTest[]
  readonly evenements: readonly number[]
  readonly guests: Guests
  /** A new session of this person, as after a login. */
  login(person: PersonneDeTest): Promise<string>
  isServerUp: boolean
}

export async function openSetting(): Promise<Setting> {
  const stage = await openStage()
  const { parts, claire, karim, lea } = stage
  const sami = await unUtilisateur(stage, { email: 'sami@eclats.test', prenom: 'Sami', nom: 'Petit' })
  const people = [karim, lea, sami]
  const other = await unEvenement(stage, { createurId: claire.id, titre: 'Anniversaire de Jeanne' })
  await unConsentement(stage, sami.id)
  await uneInscription(stage, { evenementId: stage.evenementId, utilisateurId: sami.id })
  for (const { id } of people) await uneInscription(stage, { evenementId: other.id, utilisateurId: id })
  const evenements = [stage.evenementId, other.id]
  const login = async (person: PersonneDeTest) => {
    const utilisateur = await findUtilisateur(parts.database, person.id)
    if (!utilisateur) throw new Error(`${person.email} is gone`)
    return (await openSession(parts, { utilisateur, seSouvenir: false })).token
  }
  const guests = new Guests({ stage, evenements, people, login })
  await guests.open()
  return { ...stage, people, evenements, guests, isServerUp: true, login }
}

/** The longest time until a late request arrives, in milliseconds. */
const latestMs = 3000
const uploads = /\/medias\/upload|\/upload-grants/
const html = ['Content-Type: text/html; charset=utf-8']

const serverError = answerOf('500 Internal Server Error', {
  code: 'serveur.erreur',
  message: 'Une erreur est survenue.',
})
const notNow = answerOf('429 Too Many Requests', {
  code: 'upload.rythme',
  message: 'Un instant.',
  headers: ['Retry-After: 3'],
})

const makers: Readonly<Record<NetworkFaultName, (size: number) => NetworkFault>> = {
  down: () => ({ kind: 'down' }),
  cutAfter: (bytes) => ({ kind: 'cutAfter', bytes }),
  blackhole: (afterBytes) => ({ kind: 'blackhole', afterBytes }),
  answerLost: () => ({ kind: 'answerLost' }),
  answerLostToPost: () => ({ kind: 'answerLostTo', request: /^POST \S+\/medias\/upload/ }),
  answerLostToPatch: () => ({ kind: 'answerLostTo', request: /^(PATCH|HEAD|DELETE)/ }),
  late: (size) => ({
    kind: 'late',
    request: /^POST \S+\/medias\/uploads HTTP/,
    until: () => pause(Math.min(size, latestMs)),
  }),
  flip: () => ({ kind: 'flip', request: /^(POST|PATCH) \S+\/medias\/upload/ }),
  error500: () => ({ kind: 'instead', request: uploads, answer: serverError }),
  error502: () => ({ kind: 'instead', request: uploads, answer: rawAnswer('502 Bad Gateway', '<h1>502</h1>', html) }),
  busy429: () => ({ kind: 'instead', request: uploads, answer: notNow }),
  tooLargeForProxy: (size) => ({
    kind: 'instead',
    request: uploads,
    answer: rawAnswer('413 Request Entity Too Large', '<h1>413</h1>', html),
    bodyOver: Math.max(3000, size),
  }),
  slow: () => ({ kind: 'slow', bytesPerSecond: 400_000 }),
  edge: () => ({ kind: 'slow', bytesPerSecond: 250_000 }),
  captivePortal: () => ({ kind: 'instead', request: /./, answer: rawAnswer('200 OK', '<h1>Wi-Fi</h1>', html) }),
}

/** The network fault of that name. @param size bytes that pass before it */
export function networkFaultOf(name: NetworkFaultName, size: number): NetworkFault {
  return makers[name](size)
}
