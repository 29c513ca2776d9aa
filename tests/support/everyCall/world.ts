import type { Role } from '#domain/utilisateur/utilisateur.ts'
import {
  type PersonneDeTest,
  unConsentement,
  unEvenement,
  uneInscription,
  uneInvitation,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { mergeGuest } from '#tests/support/fusion.ts'
import { unInvite } from '#tests/support/invites.ts'
import { unLien } from '#tests/support/liens.ts'
import { beginUpload, depositInOne, sendBytes } from '#tests/support/deposit.ts'
import { unePhotoSignee } from '#tests/support/photos.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

/**
 * The callers: signed out, participants without registration, with an unconfirmed address,
 * pending, validated, author and cancelled, the organiser of the event, another one, an administrator. Guests: of the
 * event, of the event by a link that was revoked since, of another event, blocked, and one who became a part of an
 * account.
 */
export const personas = [
  'AN',
  'PE',
  'UN',
  'PA',
  'PV',
  'PU',
  'PX',
  'OP',
  'OA',
  'AD',
  'IN',
  'IR',
  'IE',
  'IX',
  'IF',
] as const
/** Personas without an account. */
export const guests: ReadonlySet<Persona> = new Set(['IN', 'IR', 'IE', 'IX', 'IF'])
export type Persona = (typeof personas)[number]

/** Ids for the paths and bodies of calls; every resource belongs to the event of OP. */
export interface World {
  /** Marker in every text written by a person of this fixture; empty for none. */
  readonly marque: string
  readonly people: Readonly<Record<Exclude<Persona, 'AN'>, PersonneDeTest>>
  readonly evenement: number
  /** Ended, and deleted by OP. */
  readonly evenementSupprime: number
  readonly inscription: number
  /** Of PV, to another event of OP. */
  readonly invitation: { readonly id: number; readonly token: string }
  /** To the unconfirmed address of UN, to a private planned event. */
  readonly adresse: { readonly email: string; readonly evenement: number; readonly invitation: number }
  readonly consentement: number
  /** VALIDE, a favourite and the cover; both are PU's. */
  readonly mediaValide: number
  readonly mediaEnAttente: number
  /** Also of PU; OP deleted it to the bin. */
  readonly mediaCorbeille: number
  /** Half of its bytes are stored. */
  readonly upload: { readonly id: string; readonly rest: Buffer; readonly offset: number }
  readonly lien: { readonly id: number; readonly code: string }
  /** A link for guests. */
  readonly lienPrenom: { readonly id: number; readonly code: string }
  /** Of IN. */
  readonly inscriptionInvite: number
  readonly demandeRetrait: number
  readonly notification: number
}

/** One event with everything that a call can refer to. @param marque marker in the texts of all people */
export async function openWorld(server: TestServer, marque = ''): Promise<World> {
  const person = (who: string, role: Role = 'PARTICIPANT', confirme = true) =>
    unUtilisateur(server, {
      role,
      confirme,
      nom: `Martin${marque}`,
      prenom: `Lea${marque}`,
      email: `${who}@${marque}eclats.test`,
    })
  const accounts = {
    PE: await person('pe'),
    UN: await person('un', 'PARTICIPANT', false),
    PA: await person('pa'),
    PV: await person('pv'),
    PU: await person('pu'),
    PX: await person('px'),
    OP: await person('op', 'ORGANISATEUR'),
    OA: await person('oa', 'ORGANISATEUR'),
    AD: await person('ad', 'ADMINISTRATEUR'),
  }
  await person('ad-aussi', 'ADMINISTRATEUR')
  const texts = { titre: `Mariage ${marque}`, description: `Une fête ${marque}`, lieu: `Annecy ${marque}` }
  const { id: evenement } = await unEvenement(server, { createurId: accounts.OP.id, ...texts })
  const { guestPeople, lienPrenom, inscriptionInvite } = await enterGuests(server, accounts, {
    evenement,
    marque,
    texts,
  })
  const people = { ...accounts, ...guestPeople }
  const register = (who: PersonneDeTest, statut: 'EN_ATTENTE' | 'VALIDE' | 'ANNULE') =>
    uneInscription(server, { evenementId: evenement, utilisateurId: who.id, statut })
  const { id: inscription } = await register(people.PA, 'EN_ATTENTE')
  await register(people.PV, 'VALIDE')
  await register(people.PU, 'VALIDE')
  await register(people.PX, 'ANNULE')
  for (const who of [people.PA, people.PV, people.PX]) await unConsentement(server, who.id)
  const { id: consentement } = await unConsentement(server, people.PU.id)
  const second = await unEvenement(server, { createurId: people.OP.id, statut: 'PLANIFIE', ...texts })
  const gone = await unEvenement(server, { createurId: people.OP.id, statut: 'TERMINE', ...texts })
  await server.call('DELETE', `/frontend/organisateur/evenements/${gone.id}`, { token: people.OP.token })
  return {
    marque,
    people,
    lienPrenom,
    inscriptionInvite,
    evenement,
    evenementSupprime: gone.id,
    inscription,
    consentement,
    adresse: await useAddress(server, people, texts),
    invitation: await uneInvitation(server, { evenementId: second.id, invite: people.PV }),
    ...(await bringMedias(server, people, { evenement, marque })),
    upload: await halfAnUpload(server, people.PU, { evenement, marque }),
    ...(await ask(server, people, { evenement, marque })),
  }
}

type People = World['people']

async function enterGuests(
  server: TestServer,
  { OP, OA }: Pick<People, 'OP' | 'OA'>,
  { evenement, marque, texts }: Signed & { texts: { titre: string; description: string; lieu: string } },
) {
  const lienOf = (evenementId: number) => unLien(server, { evenementId, identite: 'PRENOM' })
  const [lienPrenom, revoked] = [await lienOf(evenement), await lienOf(evenement)]
  const elsewhere = await unEvenement(server, { createurId: OA.id, statut: 'TERMINE', ...texts })
  const enter = async (evenementId: number, lien: { id: number; code: string }) => {
    const guest = await unInvite(server, { evenementId, lien, prenom: `Lea${marque}`, nom: `Martin${marque}` })
    // The server notes the first use of a remembered session: it is no effect of a later call.
    await server.call('GET', '/auth/me', { token: guest.token })
    return guest
  }
  const guestPeople = {
    IN: await enter(evenement, lienPrenom),
    IR: await enter(evenement, revoked),
    IE: await enter(elsewhere.id, await lienOf(elsewhere.id)),
    IX: await enter(evenement, lienPrenom),
    IF: await enter(elsewhere.id, await lienOf(elsewhere.id)),
  }
  await mergeGuest(server, guestPeople.IF, await unUtilisateur(server, { email: `if@${marque}eclats.test` }))
  await server.call('DELETE', `/frontend/organisateur/liens/${revoked.id}`, { token: OP.token })
  await server.call('PUT', `/inscriptions/${guestPeople.IX.inscriptionId}/statut?statut=ANNULE`, { token: OP.token })
  return { guestPeople, lienPrenom, inscriptionInvite: guestPeople.IN.inscriptionId }
}

/** An invitation, a mail, a failed login and a reset request of UN's unconfirmed address. */
async function useAddress(server: TestServer, { OP, UN }: People, texts: { titre: string }): Promise<World['adresse']> {
  const { email } = UN
  const values = { ...texts, titre: `Noces, ${texts.titre}`, createurId: OP.id, statut: 'PLANIFIE' } as const
  const { id: evenement } = await unEvenement(server, values)
  const path = `/frontend/organisateur/evenements/${evenement}/inviter`
  const sent = await server.call('POST', path, { token: OP.token, body: { email } })
  await server.call('POST', '/auth/login', { body: { email, password: 'Mauvais2026!' } })
  await server.call('POST', '/auth/forgot-password', { body: { email } })
  return { email, evenement, invitation: sent.json<{ id: number }>().id }
}
type Signed = Pick<World, 'evenement' | 'marque'>

async function photoOf({ evenement, marque }: Signed) {
  return { evenementId: evenement, bytes: await unePhotoSignee(marque), name: `IMG_2041${marque}.jpg` }
}

async function bringMedias(server: TestServer, { PU, OP }: People, signed: Signed) {
  const bring = async () => {
    const answer = await depositInOne(server, { token: PU.token, ...(await photoOf(signed)) })
    return Number(answer.headers['x-media-id'])
  }
  const [mediaValide, mediaEnAttente, mediaCorbeille] = [await bring(), await bring(), await bring()]
  await server.call('PATCH', `/frontend/organisateur/medias/${mediaValide}/valider`, { token: OP.token })
  for (const mark of ['favori', 'couverture'])
    await server.call('POST', `/frontend/organisateur/medias/${mediaValide}/${mark}`, { token: OP.token })
  await server.parts.medias.jobs.idle()
  await server.call('DELETE', `/frontend/organisateur/medias/${mediaCorbeille}`, { token: OP.token })
  return { mediaValide, mediaEnAttente, mediaCorbeille }
}

async function halfAnUpload(server: TestServer, { token }: PersonneDeTest, signed: Signed) {
  const photo = await photoOf(signed)
  const { bytes } = photo
  const offset = Math.floor(bytes.length / 2)
  const begun = await beginUpload(server, { token, ...photo })
  const location = String(begun.headers.location)
  await sendBytes(server, location, { token, offset: 0, bytes: bytes.subarray(0, offset) })
  return { id: location.split('/').at(-1) ?? '', rest: bytes.subarray(offset), offset }
}

async function ask(server: TestServer, { OP, PV }: People, { evenement, marque }: Signed) {
  const organiser = `/frontend/organisateur/evenements/${evenement}`
  const link = await server.call('POST', `${organiser}/liens`, { token: OP.token, body: {} })
  const medias = await server.call('GET', `/frontend/participant/evenements/${evenement}/medias`, { token: PV.token })
  const [media] = medias.json<{ id: number }[]>()
  const request = await server.call('POST', `/frontend/participant/medias/${media?.id}/demandes-retrait`, {
    token: PV.token,
    body: { motif: `On me voit de trop près ${marque}` },
  })
  await server.call('POST', `/organisateur/evenements/${evenement}/notifications`, {
    token: OP.token,
    body: { titre: `Rendez-vous ${marque}`, message: `Devant la mairie ${marque}` },
  })
  const notifications = await server.call('GET', '/notifications', { token: PV.token })
  return {
    lien: link.json<{ id: number; code: string }>(),
    demandeRetrait: request.json<{ id: number }>().id,
    notification: notifications.json<{ id: number }[]>()[0]?.id ?? 0,
  }
}
