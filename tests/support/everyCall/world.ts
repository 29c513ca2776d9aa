import {
  type PersonneDeTest,
  unConsentement,
  unEvenement,
  uneInscription,
  uneInvitation,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { beginUpload, depositInOne, sendBytes } from '#tests/support/deposit.ts'
import { unePhoto } from '#tests/support/photos.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

/**
 * Who asks (api, "Who may call what"): nobody, participants without a tie, waiting, validated, author and cancelled, the
 * organiser of the event, another one, an administrator.
 */
export const personas = ['AN', 'PE', 'PA', 'PV', 'PU', 'PX', 'OP', 'OA', 'AD'] as const
export type Persona = (typeof personas)[number]

/** What stands in the addresses and bodies of calls; every object belongs to the event of OP. */
export interface World {
  readonly people: Readonly<Record<Exclude<Persona, 'AN'>, PersonneDeTest>>
  readonly evenement: number
  readonly inscription: number
  /** Of PV, to another event of OP. */
  readonly invitation: { readonly id: number; readonly token: string }
  readonly consentement: number
  /** VALIDE, a favourite; both are PU's. */
  readonly mediaValide: number
  readonly mediaEnAttente: number
  /** Half of it is there. */
  readonly upload: { readonly id: string; readonly rest: Buffer; readonly offset: number }
  readonly lien: { readonly id: number; readonly code: string }
  readonly demandeRetrait: number
  readonly notification: number
}

/** One event with everything that a call can be about. */
export async function openWorld(server: TestServer): Promise<World> {
  const people = {
    PE: await unUtilisateur(server),
    PA: await unUtilisateur(server),
    PV: await unUtilisateur(server),
    PU: await unUtilisateur(server),
    PX: await unUtilisateur(server),
    OP: await unOrganisateur(server),
    OA: await unOrganisateur(server),
    AD: await unUtilisateur(server, { role: 'ADMINISTRATEUR' }),
  }
  await unUtilisateur(server, { role: 'ADMINISTRATEUR' })
  const { id: evenement } = await unEvenement(server, { createurId: people.OP.id })
  const register = (who: PersonneDeTest, statut: 'EN_ATTENTE' | 'VALIDE' | 'ANNULE') =>
    uneInscription(server, { evenementId: evenement, utilisateurId: who.id, statut })
  const { id: inscription } = await register(people.PA, 'EN_ATTENTE')
  await register(people.PV, 'VALIDE')
  await register(people.PU, 'VALIDE')
  await register(people.PX, 'ANNULE')
  for (const who of [people.PA, people.PV, people.PX]) await unConsentement(server, who.id)
  const { id: consentement } = await unConsentement(server, people.PU.id)
  const second = await unEvenement(server, { createurId: people.OP.id, statut: 'PLANIFIE' })
  return {
    people,
    evenement,
    inscription,
    consentement,
    invitation: await uneInvitation(server, { evenementId: second.id, invite: people.PV }),
    ...(await bringMedias(server, people, evenement)),
    upload: await halfAnUpload(server, people.PU, evenement),
    ...(await ask(server, people, evenement)),
  }
}

type People = World['people']

async function bringMedias(server: TestServer, { PU, OP }: People, evenementId: number) {
  const bring = async () => {
    const answer = await depositInOne(server, { token: PU.token, evenementId, bytes: await unePhoto() })
    return Number(answer.headers['x-media-id'])
  }
  const [mediaValide, mediaEnAttente] = [await bring(), await bring()]
  await server.call('PATCH', `/frontend/organisateur/medias/${mediaValide}/valider`, { token: OP.token })
  await server.call('POST', `/frontend/organisateur/medias/${mediaValide}/favori`, { token: OP.token })
  await server.parts.medias.jobs.idle()
  return { mediaValide, mediaEnAttente }
}

async function halfAnUpload(server: TestServer, { token }: PersonneDeTest, evenementId: number) {
  const bytes = await unePhoto()
  const offset = Math.floor(bytes.length / 2)
  const begun = await beginUpload(server, { token, evenementId, bytes })
  const location = String(begun.headers.location)
  await sendBytes(server, location, { token, offset: 0, bytes: bytes.subarray(0, offset) })
  return { id: location.split('/').at(-1) ?? '', rest: bytes.subarray(offset), offset }
}

async function ask(server: TestServer, { OP, PV }: People, evenement: number) {
  const organiser = `/frontend/organisateur/evenements/${evenement}`
  const link = await server.call('POST', `${organiser}/liens`, { token: OP.token, body: {} })
  const medias = await server.call('GET', `/frontend/participant/evenements/${evenement}/medias`, { token: PV.token })
  const [media] = medias.json<{ id: number }[]>()
  const request = await server.call('POST', `/frontend/participant/medias/${media?.id}/demandes-retrait`, {
    token: PV.token,
    body: { motif: 'On me voit de trop près.' },
  })
  await server.call('POST', `/organisateur/evenements/${evenement}/notifications`, {
    token: OP.token,
    body: { titre: 'Rendez-vous', message: 'Devant la mairie.' },
  })
  const news = await server.call('GET', '/notifications', { token: PV.token })
  return {
    lien: link.json<{ id: number; code: string }>(),
    demandeRetrait: request.json<{ id: number }>().id,
    notification: news.json<{ id: number }[]>()[0]?.id ?? 0,
  }
}
